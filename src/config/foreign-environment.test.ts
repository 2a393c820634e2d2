import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignEnvironment } from './foreign-environment.ts';

test('a program gets the environment without the settings of the service', () => {
  const environment = {
    PATH: '/bin',
    MODEL_API_KEY: 'secret',
    API_KEYS_FILE: '/keys',
    TAVILY_API_KEY: 'own',
    GONE: undefined,
  };
  assert.deepEqual(foreignEnvironment(environment), { PATH: '/bin', TAVILY_API_KEY: 'own' });
});
