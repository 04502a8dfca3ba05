/**
 * Optimistic locking of records that people edit: lists return a `Version` of each record, a hash of its content, and a change
 * that names another one as `ExpectedVersion` is rejected, so that it does not overwrite what a colleague has changed meanwhile.
 */
import Type, { type TObject, type TProperties } from 'typebox';
import { hashCanonicalJson } from '../lib/canonical-json.ts';
import type { DbReader } from '../platform/db/db.ts';
import { AppError, type Refusal, refuseState } from '../platform/errors.ts';
import { readTimeline } from '../platform/log.ts';

type Shown = Readonly<Record<string, unknown>>;

export const recordVersionField = Type.String({
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
export const recordVersionOf = (record: Shown | undefined): string =>
  record === undefined ? '' : hashCanonicalJson(record).toString('hex').slice(0, 16);

/** The schema of a record in a list: with its version. */
export const versionedRecordSchema = <Fields extends TProperties>(record: TObject<Fields>) =>
  Type.Object({ ...record.properties, Version: recordVersionField });

export const withRecordVersion = <Listed extends Shown>(record: Listed) => ({
  ...record,
  Version: recordVersionOf(record),
});

/** Entries of these kinds. Of those that list what they changed as `changed`, only the ones that list one of the parts of the record. */
interface LoggedEdits {
  readonly kinds: readonly string[];
  readonly parts: readonly string[];
}

interface RecordVersionCheck {
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
  /** The changes in the customer's log, where the audit does not have all of them or not their values. */
  readonly logged?: LoggedEdits;
  /** The record that the edit replaces, read under its lock, as the audit shows it. */
  readonly before: Shown | undefined;
  /** Undefined: any. */
  readonly expected: string | undefined;
}

/** Throws `StateForbids` when the record is not the expected one. */
export async function assertRecordVersion(reader: DbReader, edit: RecordVersionCheck): Promise<void> {
  const rejected = await findRecordVersionConflict(reader, edit);
  if (rejected !== undefined) throw new AppError(rejected.refused);
}

/**
 * Returns `StateForbids` when the record is not the expected one; undefined when it is, or when no version is expected.
 */
export async function findRecordVersionConflict(
  reader: DbReader,
  edit: RecordVersionCheck,
): Promise<{ readonly refused: Refusal } | undefined> {
  const { noun, subject, before, expected } = edit;
  if (expected === undefined || expected === recordVersionOf(before)) return undefined;
  const name = `The ${edit.name ?? `${noun.replaceAll('_', ' ')} ${subject}`}`;
  const happened =
    before === undefined ? 'was removed' : expected === '' ? 'exists already: it was set' : 'was changed';
  const by = byWhom(await lastEdit(reader, edit));
  const whatNext = 'Nothing was changed. Read it again, and repeat your change if it still applies.';
  return refuseState('CHANGED', `${name} ${happened}${by} after you read it. ${whatNext}`);
}

interface Edited {
  readonly actor: string;
  readonly at: Temporal.Instant;
}

/** ` by kim@warehouse.example on 2026-11-23 at 10:04 UTC`; empty without an edit. */
function byWhom(edited: Edited | undefined): string {
  if (edited === undefined) return '';
  const [day, time = ''] = edited.at.toString().split('T');
  return ` by ${edited.actor.replace(/^operator:/, '')} on ${day} at ${time.slice(0, 5)} UTC`;
}

/** Entries of a record's log that are searched for its last change. */
const maxLogged = 100;

/** Who made the record what it is. Undefined when that is not recorded, for example after a change by SQL. */
async function lastEdit(reader: DbReader, edit: RecordVersionCheck): Promise<Edited | undefined> {
  const { noun, subject, customerNo, before, logged, isAuditPartial = false } = edit;
  const { actions = [`${noun}.set`, `${noun}.removed`] } = edit;
  if (logged !== undefined && customerNo !== undefined) {
    const timeline = await readTimeline(reader, customerNo, subject, maxLogged);
    const last = timeline.findLast(({ kind, data }) => logged.kinds.includes(kind) && changedOneOf(data, logged.parts));
    return last && { actor: last.actor, at: last.occurredAt };
  }
  // A partial entry without any field of the record, for example of another PIN, did not change its version.
  const [entry] = await reader.rows<Edited & { after: Shown | null }>(
    `select actor, recorded_at as at, after from operator_audit
      where subject = $1 and action = any ($2::text[]) and for_customer is not distinct from $3
        and (not $4::boolean or after is null or after::jsonb ?| $5::text[])
      order by audit_id desc limit 1`,
    [subject, actions, customerNo ?? null, isAuditPartial && before !== undefined, Object.keys(before ?? {})],
  );
  if (entry === undefined) return undefined;
  const after = entry.after ?? undefined;
  const isLast = isAuditPartial
    ? recordVersionOf(fieldsOf(after, before)) === recordVersionOf(fieldsOf(before, after))
    : recordVersionOf(after) === recordVersionOf(before);
  return isLast ? entry : undefined;
}

const changedOneOf = (data: Shown | undefined, parts: readonly string[]): boolean =>
  !Array.isArray(data?.changed) || data.changed.some((part) => parts.includes(part));

/** The fields that both records have, with the values of the first. */
const fieldsOf = (record: Shown = {}, other: Shown = {}): Shown =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name in other));
