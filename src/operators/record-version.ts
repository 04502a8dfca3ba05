/**
 * Optimistic locking of records that people edit: lists return a `Version` of each record, a hash of its content, and a change
 * that names another one as `ExpectedVersion` is rejected, so that it does not overwrite what a colleague has changed meanwhile.
 */
import Type, { type TObject, type TProperties } from 'typebox';
import { contentHash } from '../lib/canonical-json.ts';
import type { Reader } from '../platform/db/db.ts';
import { AppError, refuseState } from '../platform/errors.ts';

type Shown = Readonly<Record<string, unknown>>;

const versionField = Type.String({
  description: 'A hash of the record, for `ExpectedVersion`. `""`: it is a default that is not stored.',
});

/** A field of requests that add or replace a record. */
export const expectedVersionField = Type.Optional(
  Type.String({
    maxLength: 40,
    description:
      'The `Version` of the record that the change replaces, `""` for a new one. When the record is another one by now, 403 `StateForbids` says who changed it, and nothing is changed. Absent: it is replaced whatever it is.',
  }),
);

/** The version of a record as the audit shows it; `""` without one. */
export const versionOf = (record: Shown | undefined): string =>
  record === undefined ? '' : contentHash(record).toString('hex').slice(0, 16);

/** The schema of a record in a list: with its version. */
export const versioned = <Fields extends TProperties>(record: TObject<Fields>) =>
  Type.Object({ ...record.properties, Version: versionField });

export const withVersion = <Listed extends Shown>(record: Listed) => ({ ...record, Version: versionOf(record) });

export interface RecordEdit {
  /** As the audit names the record: its actions are `<noun>.set` and `<noun>.removed`. */
  readonly noun: string;
  /** The name in messages, when it is not noun and subject. */
  readonly name?: string;
  /** The audit's actions where they are others. */
  readonly actions?: readonly string[];
  /** The audit shows only the fields that a change set. */
  readonly isAuditPartial?: true;
  readonly subject: string;
  readonly customerNo?: string | undefined;
  /** The record that the edit replaces, read under its lock, as the audit shows it. */
  readonly before: Shown | undefined;
  /** Undefined: any. */
  readonly expected: string | undefined;
}

/** Throws `StateForbids` when the record is not the expected one. */
export async function assertVersion(reader: Reader, edit: RecordEdit): Promise<void> {
  const { noun, subject, before, expected } = edit;
  const current = versionOf(before);
  if (expected === undefined || expected === current) return;
  const name = `The ${edit.name ?? `${noun.replaceAll('_', ' ')} ${subject}`}`;
  const happened =
    before === undefined ? 'was removed' : expected === '' ? 'exists already: it was set' : 'was changed';
  const by = await lastEditor(reader, edit);
  const whatNext = 'Nothing was changed. Read it again, and repeat your change if it still applies.';
  throw new AppError(refuseState('CHANGED', `${name} ${happened}${by} after you read it. ${whatNext}`).refused);
}

/** ` by kim@warehouse.example on 2026-11-23 at 10:04 UTC`; empty when the audit does not know, for example after a change by SQL. */
async function lastEditor(reader: Reader, edit: RecordEdit): Promise<string> {
  const { noun, subject, customerNo, before, isAuditPartial, actions = [`${noun}.set`, `${noun}.removed`] } = edit;
  const [entry] = await reader.rows<{ actor: string; at: Temporal.Instant; after: Shown | null }>(
    `select actor, recorded_at as at, after from operator_audit
      where subject = $1 and action = any ($2::text[]) and for_customer is not distinct from $3
      order by audit_id desc limit 1`,
    [subject, actions, customerNo ?? null],
  );
  if (entry === undefined) return '';
  const after = entry.after ?? undefined;
  const state = isAuditPartial ? fieldsOf(before, after) : before;
  if (versionOf(after) !== versionOf(state)) return '';
  const [day, time = ''] = entry.at.toString().split('T');
  return ` by ${entry.actor.replace(/^operator:/, '')} on ${day} at ${time.slice(0, 5)} UTC`;
}

/** The fields of a record that another one has. */
const fieldsOf = (record: Shown = {}, other: Shown = {}): Shown =>
  Object.fromEntries(Object.keys(other).map((name) => [name, record[name]]));
