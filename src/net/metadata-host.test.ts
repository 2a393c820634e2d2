import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMetadataHost } from './metadata-host.ts';

test('recognizes link-local and metadata hosts in every spelling a URL allows', () => {
  for (const url of [
    'http://169.254.169.254/latest/meta-data',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://169.254.1.2/',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'http://METADATA.google.internal./',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://168.63.129.16/',
    'http://[fd20:ce::254]/',
    'http://metadata.azure.internal/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[::169.254.169.254]/',
    'http://[::ffff:0:169.254.169.254]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[2002:a9fe::1]/',
  ]) {
    assert.ok(isMetadataHost(new URL(url).hostname), url);
  }
});

test('does not match public, private and loopback hosts', () => {
  for (const url of [
    'https://example.org/',
    'http://127.0.0.1:8096/',
    'http://192.168.1.2/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://[64:ff9b::8.8.8.8]/',
    'http://[2002:c000:204::1]/',
    'http://[2001:db8::a9fe:a9fe]/',
    'http://[::a9fe:a9fe:1]/',
    'http://[2001:2002:a9fe:a9fe::1]/',
    'http://wiki.local/',
    'https://169.254.169.254.example.org/',
  ]) {
    assert.ok(!isMetadataHost(new URL(url).hostname), url);
  }
});
