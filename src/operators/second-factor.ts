/**
 * The second factor of an operator: codes of an authenticator app, and recovery codes.
 *
 * A secret is stored when it is enrolled, and required from its confirmation on. A code is accepted once, and so is a recovery
 * code, which is deleted with its use.
 */
import { randomInt } from 'node:crypto';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { decryptTotpSecret, encryptTotpSecret, hashSecret, type OperatorAuthKeys } from './operator-auth-keys.ts';
import { matchTotpTimeStep } from './totp.ts';

const recoveryCodeCount = 10;
/** 32 characters, without those that look alike: 50 bits in a code of 10. */
const recoveryAlphabet = '23456789abcdefghijkmnpqrstuvwxyz';
const recoveryLength = 10;

interface StoredFactor {
  readonly totp_secret: Buffer | null;
  readonly is_confirmed: boolean;
  readonly totp_last_step: number | string;
}

async function lockFactor(tx: Tx, operatorId: string): Promise<StoredFactor | undefined> {
  const [factor] = await tx.rows<StoredFactor>(
    `select totp_secret, totp_confirmed_at is not null as is_confirmed, totp_last_step
       from operators where operator_id = $1 for no key update`,
    [operatorId],
  );
  return factor;
}

/** Whether the operator's sign-in requires a code, and how many recovery codes are left. */
export async function readSecondFactorStatus(
  reader: DbReader,
  operatorId: string,
): Promise<{ readonly isRequired: boolean; readonly recoveryCodes: number }> {
  const [row] = await reader.rows<{ readonly is_required: boolean; readonly recovery_codes: number }>(
    `select o.totp_confirmed_at is not null as is_required,
            (select count(*)::int from operator_recovery_codes c where c.operator_id = o.operator_id) as recovery_codes
       from operators o where o.operator_id = $1`,
    [operatorId],
  );
  return { isRequired: row?.is_required === true, recoveryCodes: row?.recovery_codes ?? 0 };
}

/** Uses a code of the app or a recovery code. Returns false when it is wrong or was used before. */
export async function consumeSecondFactorCode(
  tx: Tx,
  secrets: OperatorAuthKeys,
  operatorId: string,
  code: string,
): Promise<boolean> {
  const spaceless = code.replaceAll(/[\s-]/g, '');
  if (await acceptTotpCode(tx, secrets, operatorId, spaceless)) return true;
  const used = await tx.rows(
    'delete from operator_recovery_codes where operator_id = $1 and code_hash = $2 returning 1',
    [operatorId, hashRecoveryCode(secrets, operatorId, spaceless)],
  );
  return used.length > 0;
}

async function acceptTotpCode(tx: Tx, secrets: OperatorAuthKeys, operatorId: string, code: string): Promise<boolean> {
  const factor = await lockFactor(tx, operatorId);
  if (factor === undefined || factor.totp_secret === null) return false;
  const secret = decryptTotpSecret(secrets, operatorId, factor.totp_secret);
  const step = matchTotpTimeStep(secret, code, Date.now(), Number(factor.totp_last_step));
  if (step === undefined) return false;
  await tx.rows('update operators set totp_last_step = $2 where operator_id = $1', [operatorId, step]);
  return true;
}

/** Stores a secret that is not required yet, in place of an earlier one. Returns false when the factor is in use. */
export async function enrollSecondFactor(
  tx: Tx,
  secrets: OperatorAuthKeys,
  operatorId: string,
  secret: Buffer,
): Promise<boolean> {
  const stored = encryptTotpSecret(secrets, operatorId, secret);
  const rows = await tx.rows(
    `update operators set totp_secret = $2, totp_last_step = 0
      where operator_id = $1 and totp_confirmed_at is null returning 1`,
    [operatorId, stored],
  );
  return rows.length > 0;
}

/**
 * Requires the factor from now on, when the code shows that the app has its secret. Returns the recovery codes, which are shown
 * once; undefined when the code is wrong, and when nothing is enrolled or the factor is in use already.
 */
export async function confirmSecondFactor(
  tx: Tx,
  secrets: OperatorAuthKeys,
  operatorId: string,
  code: string,
): Promise<readonly string[] | undefined> {
  const factor = await lockFactor(tx, operatorId);
  if (factor === undefined || factor.is_confirmed) return undefined;
  if (!(await acceptTotpCode(tx, secrets, operatorId, code.replaceAll(/\s/g, '')))) return undefined;
  await tx.rows('update operators set totp_confirmed_at = now() where operator_id = $1', [operatorId]);
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode);
  const hashes = codes.map((each) => hashRecoveryCode(secrets, operatorId, each.replaceAll('-', '')));
  await tx.rows('delete from operator_recovery_codes where operator_id = $1', [operatorId]);
  await tx.rows('insert into operator_recovery_codes (operator_id, code_hash) select $1, unnest($2::bytea[])', [
    operatorId,
    hashes,
  ]);
  return codes;
}

/** Removes the factor and its recovery codes. Returns whether it was in use. */
export async function removeSecondFactor(tx: Tx, operatorId: string): Promise<boolean> {
  const factor = await lockFactor(tx, operatorId);
  await tx.rows(
    'update operators set totp_secret = null, totp_confirmed_at = null, totp_last_step = 0 where operator_id = $1',
    [operatorId],
  );
  await tx.rows('delete from operator_recovery_codes where operator_id = $1', [operatorId]);
  return factor?.is_confirmed === true;
}

function generateRecoveryCode(): string {
  let code = '';
  while (code.length < recoveryLength) code += recoveryAlphabet[randomInt(recoveryAlphabet.length)];
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

const hashRecoveryCode = (secrets: OperatorAuthKeys, operatorId: string, code: string): Buffer =>
  hashSecret(secrets, `recovery ${operatorId}`, code.toLowerCase());
