import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPing, isSmallTalk, isThanks } from './small-talk.ts';

/** In each pair, the first message is what the test looks for and the second one is not. */
function assertPairs(is: (message: string) => boolean, pairs: readonly (readonly [string, string])[]): void {
  for (const [one, other] of pairs) {
    assert.equal(is(one), true, one);
    assert.equal(is(other), false, other);
  }
}

test('small talk is a short message of nothing but greetings and questions about the program', () => {
  assertPairs(isSmallTalk, [
    ['Good morning, everyone!', 'everyone'],
    ['who are you', 'who are you and they'],
    ['hello'.padEnd(120, '!'), 'hello'.padEnd(121, '!')],
    ['你好！', '你好吗，月亮'],
  ]);
});

test('thanks are in the first words of the last sentence, and say little else', () => {
  assertPairs(isThanks, [
    ['I found the moon. Thank you!', 'Thank you! I found the moon.'],
    ['Thanks for that. …', 'Thanks for the moon. …'],
    ['thank you for your help', 'thank you for smoking'],
    ['the moon is, thanks to me', 'the moon is now, thanks to me'],
    ['thanks you', 'who thanks you'],
    ['thanks you', 'thanks you?'],
    ['thanks for that', 'thanks, make that shorter'],
    ['ah ok thanks x', 'ah ok thanks moon'],
    ['mx thanks', 'mrx thanks'],
    ['thanks'.padEnd(240, '!'), 'thanks'.padEnd(241, '!')],
    [`thanks to you ${'moon '.repeat(13)}`, `thanks to you ${'moon '.repeat(14)}`],
    ['merci', '谢谢'],
  ]);
});

test('a connection is tested by a ping, or by asking for a reply in a few words', () => {
  assertPairs(isPing, [
    ['Hello, ping!', 'moon ping'],
    ['ping'.padEnd(120, '!'), 'ping'.padEnd(121, '!')],
    ['Please reply only with the word OK', 'Please reply only with the word moon'],
    ['Reply OK', 'OK'],
    ['Reply OK', 'reply'],
    ['Reply with "all is well now"', 'Reply with "all is well right now"'],
    ['Reply with “moon”', 'The word “moon”'],
    ['Reply with "  moon  "', 'Reply with moon'],
    ['「月」とだけ返信してください', '「月」とは'],
    ['OKとだけ返信して', '月とだけ返信して'],
  ]);
});
