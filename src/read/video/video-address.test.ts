import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeInVideo, withinParts } from '../../lib/text/video-place.ts';
import { videoAddressOf } from './video-address.ts';

test('every address of a video at YouTube leads to the page that has its captions', () => {
  const page = 'https://www.youtube.com/watch?v=abcdefghi_1';
  for (const address of [
    'https://www.youtube.com/watch?app=desktop&v=abcdefghi_1&t=5s#x',
    'https://m.youtube.com/watch?v=abcdefghi_1',
    'https://youtube.com/shorts/abcdefghi_1?feature=share',
    'https://www.youtube.com/live/abcdefghi_1',
    'https://www.youtube-nocookie.com/embed/abcdefghi_1',
    'https://youtu.be/abcdefghi_1?si=x',
  ])
    assert.equal(videoAddressOf(address)?.url, page, address);
});

test('addresses that are not of one video are those of ordinary pages', () => {
  for (const address of [
    'https://www.youtube.com/@name',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/playlist?list=abcdefghi_1',
    'https://youtube.com.example/watch?v=abcdefghi_1',
    'https://evil.example/youtu.be/abcdefghi_1',
    'https://tube.example/w/p/3fbif9S3WmtTP8gGsC5HBd',
    'https://tube.example/w/index',
    'ftp://tube.example/w/3fbif9S3WmtTP8gGsC5HBd',
    '',
    'https://[',
  ])
    assert.equal(videoAddressOf(address), null, address);
  assert.equal(videoAddressOf('https://tube.example/w/3fbif9S3WmtTP8gGsC5HBd')?.platform, 'peertube');
});

const video = {
  url: 'https://tube.example/w/3fbif9S3WmtTP8gGsC5HBd?start=9s',
  starts: [
    { at: 10, second: 0 },
    { at: 20, second: 83 },
    { at: 30, second: null },
    { at: 40, second: 3600 },
  ],
};

test('a place opens at the second of the part that it begins in', () => {
  const startAt = (offset: number) => {
    const url = placeInVideo(video, offset)?.url;
    return url === undefined ? null : new URL(url).searchParams.get('start');
  };
  assert.deepEqual([0, 10, 29, 30, 99].map(startAt), [null, '0m0s', '1m23s', null, '1h0m0s']);
  assert.equal(placeInVideo(undefined, 0), null);
  const cut = withinParts(video, [{ from: 25, to: 28 }]);
  assert.deepEqual(cut.starts, [{ at: 20, second: 83 }]);
  assert.deepEqual(withinParts(video, [{ from: 0, to: 12 }]).starts, [{ at: 10, second: 0 }]);
});
