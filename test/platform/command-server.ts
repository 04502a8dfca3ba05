/** A server of the test environment in a process of its own, to be killed. Run by killed-commands.test.ts alone. */
import os from 'node:os';
import pino from 'pino';
import { loadPlaces } from '../../src/addresses/index.ts';
import { openApi } from '../../src/api/server.ts';
import { createAuthenticator } from '../../src/auth/index.ts';
import { wireSlices } from '../../src/compose.ts';
import { readOperatorData } from '../../src/inventory/index.ts';
import { operatorCodeLists } from '../../src/inventory/operator-code-lists.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { openDb } from '../../src/platform/db/db.ts';
import { openReadSlots } from '../../src/platform/fair-slots.ts';
import { openLanes } from '../../src/platform/lanes.ts';
import { openLateJournal } from '../../src/platform/late-journal.ts';

loadPlaces();
wireSlices();
const config = await loadConfig({ RATE_LIMIT: 'off', ...process.env }, os.tmpdir());
const logger = pino({ level: 'silent' });
const db = openDb(JSON.parse(process.env.DATABASE ?? '{}'));
await readOperatorData(db);
const lanes = openLanes(db, { slots: config.writeSlots, maxWaiting: config.writeQueue });
const journal = openLateJournal(db, logger);
const readSlots = openReadSlots(config);
const api = await openApi({
  config,
  logger,
  environments: [
    { environment: { name: 'test', db, config, logger, lanes, readSlots, journal }, codeLists: operatorCodeLists(db) },
  ],
  authenticator: createAuthenticator(config),
});
process.stdout.write(`${await api.listen({ host: '127.0.0.1', port: 0 })}\n`);
