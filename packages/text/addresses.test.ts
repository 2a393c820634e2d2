import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { isInNetwork, isMetadataHost, isPublicAddress } from './addresses.ts';

test('accepts the addresses of public hosts', () => {
  for (const address of [
    ...['1.1.1.1', '8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.1', '168.63.129.17', '172.15.255.255', '172.32.0.0', '191.255.255.255', '198.17.255.255'],
    ...['223.255.255.255', '2001:4860:4860::8888', '2606:4700::1111', '2001:200::1'],
    ...['2a00:1450:4001:80b::200e', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
  ]) {
    assert.ok(isPublicAddress(address), address);
  }
});

test('rejects every special network of both families up to its last address', () => {
  for (const address of [
    ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
    ...['127.0.0.0', '127.255.255.255', '168.63.129.16', '169.254.0.0', '169.254.255.255'],
    ...['172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.255', '192.0.2.255', '192.31.196.1'],
    ...['192.52.193.1', '192.88.99.1', '192.168.0.0', '192.168.255.255', '192.175.48.1', '198.18.0.0'],
    ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.0', '239.255.255.255', '240.0.0.0'],
    ...['255.255.255.255', '::', '::1', '::2', '::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:0:127.0.0.1'],
    ...['::127.0.0.1', '::8.8.8.8', '64:ff9b::10.0.0.1', '64:ff9b::ffff:ffff', '64:ff9b:1::808:808'],
    ...['64:ff9b::1:808:808', '100::1', '100:0:0:1::1', '1fff:ffff::1', '2001::1', '2001:1ff:ffff::1'],
    ...['2001:db8::1', '2002:808:808::1', '2620:4f:8000::1', '3fff:fff::1', '4000::1', '5f00::1'],
    ...['2a00:1450::5efe:8.8.8.8', '2a00:1450::200:5efe:808:808', 'fc00::1', 'fd00:ec2::254', 'fe80::1'],
    ...['fe80::1%eth0', '2606:4700::1111%eth0', 'fec0::1', 'ff02::1', 'ffff:ffff::1'],
  ]) {
    assert.ok(!isPublicAddress(address), address);
  }
});

test('rejects other spellings of addresses', () => {
  for (const text of [
    ...['', 'localhost', '134744072', '0x8080808', '8.8.2056', '08.8.8.8', '[2606:4700::1]', '8.8.8.8/8'],
  ]) {
    assert.ok(!isPublicAddress(text), text);
  }
  fc.assert(fc.property(fc.string(), (text) => !isPublicAddress(text)));
});

test('treats an address mapped into IPv6 as the IPv4 address', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(isPublicAddress(`::ffff:${address}`), isPublicAddress(address));
      assert.equal(isPublicAddress(`64:ff9b::${address}`), isPublicAddress(address));
    }),
  );
});

test('matches an address only with networks that contain it', () => {
  assert.ok(isInNetwork('127.9.9.9', '127.0.0.0', 8));
  assert.ok(isInNetwork('::ffff:127.0.0.1', '127.0.0.1', 32));
  assert.ok(isInNetwork('fd00::1', 'fd12::', 8));
  assert.ok(isInNetwork('8.8.8.8', '0.0.0.0', 0));
  assert.ok(!isInNetwork('128.0.0.1', '127.0.0.0', 8));
  assert.ok(!isInNetwork('::1', '0.0.0.0', 0));
  assert.ok(!isInNetwork('127.0.0.1', '::', 0));
  assert.ok(!isInNetwork('fe80::1%eth0', 'fe80::', 10));
  assert.ok(!isInNetwork('nonsense', '0.0.0.0', 0));
});

test('recognizes link-local and metadata hosts in every spelling a URL allows', () => {
  for (const url of [
    ...['http://169.254.169.254/latest/meta-data', 'http://2852039166/', 'http://0xa9fea9fe/'],
    ...['http://169.254.1.2/', 'http://[fe80::1]/', 'http://[::ffff:169.254.169.254]/'],
    ...['http://[fd00:ec2::254]/', 'http://metadata.google.internal/', 'http://METADATA.google.internal./'],
    ...['http://100.100.100.200/', 'http://192.0.0.192/', 'http://168.63.129.16/', 'http://[fd20:ce::254]/'],
    ...['http://metadata.azure.internal/', 'http://[64:ff9b::169.254.169.254]/'],
    ...['http://[64:ff9b:1::a9fe:a9fe]/', 'http://[::169.254.169.254]/'],
    ...['http://[::ffff:0:169.254.169.254]/', 'http://[2002:a9fe:a9fe::]/', 'http://[2002:a9fe:a9fe::1]/'],
    'http://[2002:a9fe::1]/',
  ]) {
    assert.ok(isMetadataHost(new URL(url).hostname), url);
  }
});

test('does not match public, private and loopback hosts', () => {
  for (const url of [
    ...['https://example.org/', 'http://127.0.0.1:8096/', 'http://192.168.1.2/', 'http://10.0.0.1/'],
    ...['http://[::1]/', 'http://[64:ff9b::8.8.8.8]/', 'http://[2002:c000:204::1]/'],
    ...['http://[2001:db8::a9fe:a9fe]/', 'http://[::a9fe:a9fe:1]/', 'http://[2001:2002:a9fe:a9fe::1]/'],
    ...['http://wiki.local/', 'https://169.254.169.254.example.org/'],
  ]) {
    assert.ok(!isMetadataHost(new URL(url).hostname), url);
  }
});
