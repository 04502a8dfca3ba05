import type pg from 'pg';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { wireSlicePorts } from '../../src/wiring.ts';

/** A database with the wiring of a test environment to which no carriers are connected, for tests that call functions of slices. */
export function openWiredDb(options: pg.PoolConfig): Db {
  const ports = wireSlicePorts('test', { carrierAccounts: noAccounts });
  return openDb(options, { ports, canSetLogLevel: true });
}

const noAccounts = { fedex: undefined, ups: undefined };
