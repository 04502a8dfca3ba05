/** A server of the test environment in a process of its own, to be killed. Run by killed-commands.test.ts alone. */

import os from 'node:os';
import pino from 'pino';
import { preloadZipPlaces } from '../../src/addresses/index.ts';
import { createApi } from '../../src/api/server.ts';
import { createAuthenticator } from '../../src/auth/index.ts';
import { createOperatorSettingsCodeLists, readOperatorSettings } from '../../src/operator-settings/index.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createReadSemaphore } from '../../src/platform/fair-semaphore.ts';
import { openJournalWriter } from '../../src/platform/journal-writer.ts';
import { openWriteQueue } from '../../src/platform/write-queue.ts';
import { openWiredDb } from '../support/wired-db.ts';

preloadZipPlaces();
const config = await loadConfig({ RATE_LIMIT: 'off', ...process.env }, os.tmpdir());
const logger = pino({ level: 'silent' });
const db = openWiredDb(JSON.parse(process.env.DATABASE ?? '{}'));
await readOperatorSettings(db);
const writeQueue = openWriteQueue(db, { slots: config.writeSlots, maxWaiting: config.writeQueue });
const journal = openJournalWriter(db, logger);
const readSlots = createReadSemaphore(config);
const api = await createApi({
  config,
  logger,
  environments: [
    {
      environment: { name: 'test', db, config, logger, writeQueue, readSlots, journal },
      codeLists: createOperatorSettingsCodeLists(db),
    },
  ],
  authenticator: createAuthenticator(config),
});
process.stdout.write(`${await api.listen({ host: '127.0.0.1', port: 0 })}\n`);
