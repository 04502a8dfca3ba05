/** Errors of the database: which are of the connection, of a node of a cluster or of a statement. */
import { expect, test } from 'vitest';
import { isConnectionLost, isRetryableError, isStatementError } from './database-errors.ts';

const error = (code: string | undefined, message: string) => Object.assign(new Error(message), code && { code });

test.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['08006', 'connection failure'],
  [undefined, 'Connection terminated unexpectedly'],
  ['ECONNREFUSED', 'connect ECONNREFUSED'],
  // Errors that a coordinator of Citus reports when a node cannot be reached, or was lost while it committed.
  ['08006', 'connection to the remote node postgres@127.0.0.1:9211 failed with the following error: server closed'],
  ['XX000', 'failure on connection marked as essential: 127.0.0.1:9211'],
  ['XX000', 'could not commit transaction for shard 102264 on at least one active node'],
  ['XX000', 'postmaster was shut down, exiting'],
  ['XX000', "failed to prepare transaction 'citus_0_1_2_3' on host 127.0.0.1:9211"],
])('a lost connection: %s %s', (code, message) => {
  expect(isConnectionLost(error(code, message))).toBe(true);
  expect(isStatementError(error(code, message))).toBe(false);
  expect(isRetryableError(error(code, message))).toBe(false);
});

test.each([
  ['XX000', 'cache lookup failed for relation 1'],
  ['23505', 'duplicate key value violates unique constraint'],
  ['55P03', 'canceling statement due to lock timeout'],
])('an error of the statement: %s %s', (code, message) => {
  expect(isConnectionLost(error(code, message))).toBe(false);
  expect(isStatementError(error(code, message))).toBe(true);
});

test.each([
  ['40P01', 'canceling the transaction since it was involved in a distributed deadlock'],
  ['57014', 'canceling statement due to user request'],
])('a transaction that may succeed when it runs again: %s %s', (code, message) => {
  expect(isRetryableError(error(code, message))).toBe(true);
});
