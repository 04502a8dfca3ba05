/**
 * Creates and changes operators: what the command line, the first start and the operator interface share.
 *
 * A change of role or password, and disabling, ends the operator's sessions in its transaction. The last admin who is not disabled is
 * neither disabled nor given another role.
 */
import { codeOfScan } from '../contract/scanned-code.ts';
import { uuidv7 } from '../lib/uuid.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, type Refusal, refuse, refuseFaults, refuseState } from '../platform/errors.ts';
import type { OperatorRole } from '../platform/http/operator-operation.ts';
import { unlockSignInName } from './attempts.ts';
import { type AuditContext, type AuditEntry, recordAudit } from './audit.ts';
import type { OperatorAuthKeys } from './operator-auth-keys.ts';
import {
  findOperatorByBadge,
  findOperatorByEmail,
  insertOperator,
  lockEnabledAdmins,
  lockOperator,
  normalizeEmail,
  operatorAuditRecord,
  type StoredOperator,
  updateOperatorDisabled,
  updateOperatorPasswordHash,
  updateOperatorRow,
} from './operator-store.ts';
import { hashPassword } from './password-hash.ts';
import { generatePassword } from './passwords.ts';
import { findRecordVersionConflict } from './record-version.ts';
import { removeSecondFactor } from './second-factor.ts';
import { endOperatorSessions, endStationIdentifications } from './sessions.ts';

/**
 * Whether a text has the form of an e-mail address, at most 254 characters, without control characters or invisible
 * ones.
 */
function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@"<>\p{C}]+@[^\s@"<>\p{C}]+$/u.test(text.trim());
}

interface OperatorToCreate {
  readonly email: string;
  readonly role: OperatorRole;
  readonly warehouses: readonly string[];
  readonly isStation?: boolean | undefined;
  readonly badge?: string | undefined;
  readonly pin?: string | undefined;
}

/** A generated password. It is shown only once. */
export interface IssuedOperatorPassword {
  readonly operatorId: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates an operator with a generated password. Refuses a malformed e-mail, a shared station that is an admin or has a badge, and an
 * e-mail or badge that another operator has, also a disabled one.
 */
export async function createOperator(
  db: Db,
  secrets: OperatorAuthKeys,
  operator: OperatorToCreate,
  context: AuditContext,
): Promise<Outcome<IssuedOperatorPassword>> {
  const { role, warehouses, isStation = false, pin } = operator;
  const badge = operator.badge === undefined ? undefined : codeOfScan(operator.badge);
  const email = normalizeEmail(operator.email);
  const faults = accountFaults({ email, role, isStation, badge });
  if (faults.length > 0) return refuseFaults(faults);
  const operatorId = uuidv7();
  const password = generatePassword();
  const passwordHash = await hashPassword(secrets.passwordKey, password);
  const pinHash = pin === undefined ? undefined : await hashPassword(secrets.passwordKey, pin);
  return await db.write(async (tx) => {
    const created = { operatorId, email, role, warehouses, isStation, passwordHash, badge, pinHash };
    if ((await hasOtherHolder(tx, badge, operatorId)) || !(await insertOperator(tx, created))) {
      const isEmailTaken = (await findOperatorByEmail(tx, email)) !== undefined;
      return refuseFaults([isEmailTaken ? takenEmail(email) : takenBadge]);
    }
    const after = { ...operatorAuditRecord(created), IsStation: isStation };
    recordAudit(tx, context, { action: 'operator.created', subject: email, after });
    return { ok: { operatorId, email, password } };
  });
}

interface OperatorAccountChange {
  readonly role?: OperatorRole | undefined;
  readonly warehouses?: readonly string[] | undefined;
  /** `''` removes the badge and its PIN. */
  readonly badge?: string | undefined;
  readonly pin?: string | undefined;
  /** The version that the change replaces; undefined: any. */
  readonly expectedVersion?: string | undefined;
}

/**
 * Changes the given settings of an operator. Another role ends the operator's sessions; another badge or PIN ends the
 * identifications at stations. Refusals, in order of precedence: `NotFound`; `StateForbids` when it is not the expected version;
 * `ValidationFailed` for what `createOperator` rejects and for a PIN without a badge; `StateForbids` for another role of the only admin.
 */
export async function updateOperator(
  db: Db,
  secrets: OperatorAuthKeys,
  email: string,
  change: OperatorAccountChange,
  context: AuditContext,
): Promise<Outcome<StoredOperator>> {
  const newPinHash = change.pin === undefined ? undefined : await hashPassword(secrets.passwordKey, change.pin);
  return await changeOperator(db, email, async (tx, before, admins) => {
    const edit = { noun: 'operator', actions: ['operator.created', 'operator.changed'], isAuditPartial: true } as const;
    const changed = await findRecordVersionConflict(tx, {
      ...edit,
      subject: before.email,
      before: operatorAuditRecord(before),
      expected: change.expectedVersion,
    });
    if (changed !== undefined) return changed;
    const badge = changedBadge(before.badge, change.badge);
    const pinHash = badge === undefined ? undefined : (newPinHash ?? before.pinHash);
    const { role = before.role, warehouses = before.warehouses } = change;
    const after: StoredOperator = { ...before, role, warehouses, badge, pinHash };
    const faults = accountFaults(after);
    if (change.pin !== undefined && badge === undefined) faults.push(pinWithoutBadge);
    if (badge !== before.badge && (await hasOtherHolder(tx, badge, before.operatorId))) faults.push(takenBadge);
    if (faults.length > 0) return refuseFaults(faults);
    const refused = role === 'admin' ? undefined : lastAdminRefusal(admins, before);
    if (refused !== undefined) return { refused };
    await updateOperatorRow(tx, before.operatorId, after);
    if (role !== before.role) await endOperatorSessions(tx, before.operatorId);
    else if (badge !== before.badge || newPinHash !== undefined) await endStationIdentifications(tx, before.operatorId);
    if (newPinHash !== undefined && badge !== undefined) await unlockSignInName(tx, secrets, 'pin', badge);
    const differing = differences(operatorAuditRecord(before), operatorAuditRecord(after));
    const pinAudit = newPinHash === undefined ? {} : { PinChanged: true };
    const entry: AuditEntry = {
      action: 'operator.changed',
      subject: before.email,
      before: differing.before,
      after: { ...differing.after, ...pinAudit },
    };
    recordAudit(tx, context, entry);
    return { ok: after };
  });
}

/**
 * Disables an operator, which ends the sessions, or enables one. Idempotent. Refusals: `NotFound`, and `StateForbids` when the only admin
 * would be disabled.
 */
export async function setOperatorDisabled(
  db: Db,
  email: string,
  isDisabled: boolean,
  context: AuditContext,
): Promise<Outcome<StoredOperator>> {
  return await changeOperator(db, email, async (tx, before, admins) => {
    if (before.isDisabled === isDisabled) return { ok: before };
    const refused = isDisabled ? lastAdminRefusal(admins, before) : undefined;
    if (refused !== undefined) return { refused };
    await updateOperatorDisabled(tx, before.operatorId, isDisabled);
    if (isDisabled) await endOperatorSessions(tx, before.operatorId);
    recordAudit(tx, context, {
      action: isDisabled ? 'operator.disabled' : 'operator.enabled',
      subject: before.email,
      before: { IsDisabled: before.isDisabled },
      after: { IsDisabled: isDisabled },
    });
    return { ok: { ...before, isDisabled } };
  });
}

/**
 * Replaces the password by a generated one, unlocks the account and ends its sessions. `resetTotp` also removes the second factor.
 * Refuses an unknown operator with `NotFound`.
 */
export async function resetOperatorPassword(
  db: Db,
  secrets: OperatorAuthKeys,
  email: string,
  { resetTotp }: { readonly resetTotp: boolean },
  context: AuditContext,
): Promise<Outcome<IssuedOperatorPassword>> {
  const password = generatePassword();
  const passwordHash = await hashPassword(secrets.passwordKey, password);
  return await changeOperator(db, email, async (tx, before) => {
    const { operatorId } = before;
    await updateOperatorPasswordHash(tx, operatorId, passwordHash);
    if (resetTotp) await removeSecondFactor(tx, operatorId);
    await endOperatorSessions(tx, operatorId);
    await unlockSignInName(tx, secrets, 'password', before.email);
    recordAudit(tx, context, {
      action: 'operator.password_reset',
      subject: before.email,
      before: { HasTotp: before.hasTotp },
      after: { HasTotp: before.hasTotp && !resetTotp },
    });
    return { ok: { operatorId, email: before.email, password } };
  });
}

/** Removes the second factor and ends the sessions. Refuses an unknown operator with `NotFound`. */
export async function resetOperatorTotp(
  db: Db,
  email: string,
  context: AuditContext,
): Promise<Outcome<StoredOperator>> {
  return await changeOperator(db, email, async (tx, before) => {
    await removeSecondFactor(tx, before.operatorId);
    await endOperatorSessions(tx, before.operatorId);
    recordAudit(tx, context, {
      action: 'operator.totp_removed',
      subject: before.email,
      before: { HasTotp: before.hasTotp },
      after: { HasTotp: false },
    });
    return { ok: { ...before, hasTotp: false } };
  });
}

/** Runs a change on the locked operator. The admins are locked first, so that two changes cannot remove the last two of them. */
async function changeOperator<Done>(
  db: Db,
  email: string,
  change: (tx: Tx, before: StoredOperator, admins: readonly string[]) => Promise<Outcome<Done>>,
): Promise<Outcome<Done>> {
  return await db.write(async (tx) => {
    const admins = await lockEnabledAdmins(tx);
    const before = await lockOperator(tx, { email });
    if (before === undefined) return refuse('NotFound', `There is no operator ${normalizeEmail(email)}.`);
    return await change(tx, before, admins);
  });
}

function lastAdminRefusal(admins: readonly string[], { operatorId, email }: StoredOperator): Refusal | undefined {
  if (admins.length !== 1 || admins[0] !== operatorId) return undefined;
  const reason = `${email} is the only admin. Make another operator an admin first.`;
  return refuseState('LAST ADMIN', reason).refused;
}

const takenEmail = (email: string): Fault => ({
  field: 'Email',
  code: 'Duplicate',
  message: `is the e-mail address of an operator already: ${email}`,
});

/** The badge after a change; `''` removes it. */
function changedBadge(before: string | undefined, change: string | undefined): string | undefined {
  if (change === undefined) return before;
  return change === '' ? undefined : codeOfScan(change);
}

/** Whether another operator has this badge, in any letter case. */
async function hasOtherHolder(tx: Tx, badge: string | undefined, operatorId: string): Promise<boolean> {
  const holder = badge === undefined ? undefined : await findOperatorByBadge(tx, badge);
  return holder !== undefined && holder.operatorId !== operatorId;
}

const takenBadge: Fault = { field: 'Badge', code: 'Duplicate', message: 'is the badge of another operator' };

const pinWithoutBadge: Fault = { field: 'Pin', code: 'Conflict', message: 'needs a badge' };

function accountFaults(
  account: Pick<StoredOperator, 'email' | 'role' | 'isStation'> & { readonly badge: string | undefined },
): Fault[] {
  const faults: Fault[] = [];
  if (!isEmail(account.email)) faults.push({ field: 'Email', code: 'Format', message: 'must be an e-mail address' });
  if (account.isStation && account.role === 'admin')
    faults.push({ field: 'Role', code: 'Conflict', message: 'must not be admin: the account is a shared station' });
  if (account.badge === '')
    faults.push({ field: 'Badge', code: 'Format', message: 'has no character that identifies it' });
  if (account.isStation && account.badge !== undefined)
    faults.push({ field: 'Badge', code: 'Conflict', message: 'belongs to a person, not to a shared station' });
  return faults;
}

/** The properties that differ. */
function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Required<Pick<AuditEntry, 'before' | 'after'>> {
  const changed = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { before: pick(before), after: pick(after) };
}
