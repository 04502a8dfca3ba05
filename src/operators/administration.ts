/** Creates operators: what the command line, the first start and the operator interface share. */
import { randomInt } from 'node:crypto';
import { uuidv7 } from '../lib/uuid.ts';
import type { Db } from '../platform/db/db.ts';
import type { Role } from '../platform/http/operator-operation.ts';
import { type AuditActor, recordAudit } from './audit.ts';
import type { OperatorSecrets } from './operator-secrets.ts';
import { insertOperator, normalizeEmail } from './operator-store.ts';
import { hashPassword } from './password-hash.ts';

/** Without letters and digits that look alike. */
const passwordAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedLength = 20;

/** A password of 116 random bits, which a person can type. */
export function generatePassword(): string {
  let password = '';
  for (let i = 0; i < generatedLength; i += 1) password += passwordAlphabet[randomInt(passwordAlphabet.length)];
  return password;
}

/** Whether a text is an e-mail address by its form, at most 254 characters. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@"<>]+@[^\s@"<>]+$/.test(text.trim());
}

export interface CreatedOperator {
  readonly operatorId: string;
  readonly email: string;
  /** Shown only once. */
  readonly password: string;
}

/** Creates an operator with a generated password. Returns undefined when the e-mail is taken, also by a disabled operator. */
export async function createOperator(
  db: Db,
  secrets: OperatorSecrets,
  operator: {
    readonly email: string;
    readonly role: Role;
    readonly warehouses: readonly string[];
    readonly isStation?: boolean;
  },
  context: AuditActor,
): Promise<CreatedOperator | undefined> {
  const { role, warehouses, isStation = false } = operator;
  const email = normalizeEmail(operator.email);
  const operatorId = uuidv7();
  const password = generatePassword();
  const passwordHash = await hashPassword(secrets.passwordKey, password);
  return await db.write(async (tx) => {
    if (!(await insertOperator(tx, { operatorId, email, role, warehouses, isStation, passwordHash }))) return undefined;
    const after = { Email: email, Role: role, Warehouses: warehouses, IsStation: isStation };
    recordAudit(tx, context, { action: 'operator.created', subject: email, after });
    return { operatorId, email, password };
  });
}
