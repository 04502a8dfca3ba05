import { expect, test } from 'vitest';
import { findMisspelledSettings } from './misspelled-settings.ts';

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SECRETKEY', 'SECRET_KEY'],
  ['SERCET_KEY', 'SECRET_KEY'],
  ['TOKEN_POLICE', 'TOKEN_POLICY'],
  ['timezone', 'TIME_ZONE'],
  ['DRAY_PORT', 'PORT'],
  ['METRIC_PORT', 'METRICS_PORT'],
  ['CONFIGFILE', 'CONFIG_FILE'],
])('%s looks like %s', (variable, setting) => {
  expect(findMisspelledSettings({ [variable]: 'x' })).toEqual([{ variable, setting }]);
});

test('settings, empty variables and those of other programs do not', () => {
  const others = ['PATH', 'HOSTS', 'POST', 'PGHOST', 'HOSTNAME', 'LANG', 'XDG_DATA_DIRS', 'TZ', 'NODE_OPTIONS'];
  const own = [
    'PORT',
    'DATABASE_URL',
    'TEST_DATABASE_URL',
    'CONFIG_FILE',
    'DRAY_FOLLOW_PARENT',
    'DRAY_TEST_POSTGRES_URL',
  ];
  const env = Object.fromEntries([...others, ...own].map((name) => [name, 'x']));
  expect(findMisspelledSettings({ ...env, DATABSE_URL: '' })).toEqual([]);
});
