/**
 * Hashes of passwords and PINs: argon2id with the parameters that OWASP recommends (19 MiB, 2 passes), a random salt and a key that is not in
 * the database.
 *
 * A hash takes about 50 ms of a processor and 19 MiB, so at most two are computed at once and the others wait; work that would
 * wait too long is rejected with 503. Sign-ins, which anybody may try from as many addresses as they have, wait apart from people who
 * have a session. The stored text names its parameters, so that they can be raised later.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createFairSemaphore } from '../platform/fair-semaphore.ts';

interface PasswordHashParameters {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP Password Storage Cheat Sheet. */
const currentParameters: PasswordHashParameters = { memoryKib: 19_456, passes: 2 };

const saltBytes = 16;
const hashBytes = 32;

const slots = createFairSemaphore({ slots: 2, maxWaitMs: 10_000 });

/**
 * What a password or PIN is hashed for. Each purpose has an equal share of the slots for hashing. `sign-in`: a sign-in. `pin`: an
 * identification at a shared station. `session`: a change by a person who has a session, and every new hash.
 */
export type PasswordCheckPurpose = 'sign-in' | 'pin' | 'session';

const storedPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Compared when there is no password, so that an unknown account takes as long as a wrong password. */
const placeholder = encode(currentParameters, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

/** Hashes a password or PIN under a new salt. The text contains the parameters. */
export async function hashPassword(
  passwordKey: Buffer,
  password: string,
  parameters: PasswordHashParameters = currentParameters,
): Promise<string> {
  const salt = randomBytes(saltBytes);
  return encode(parameters, salt, await derive('session', passwordKey, password, salt, parameters));
}

/**
 * Whether the password has the stored hash. Without a stored hash it computes one too and returns false. `isStale`: the
 * password is right, and its hash should be replaced by one with the current parameters.
 */
export async function verifyPassword(
  passwordKey: Buffer,
  password: string,
  stored: string | undefined,
  use: PasswordCheckPurpose,
): Promise<{ readonly isValid: boolean; readonly isStale: boolean }> {
  const known = stored === undefined ? undefined : decode(stored);
  const { parameters, salt, hash } = known ?? (decode(placeholder) as StoredHash);
  const isEqual = timingSafeEqual(await derive(use, passwordKey, password, salt, parameters), hash);
  const isValid = isEqual && known !== undefined;
  const isCurrent =
    parameters.memoryKib === currentParameters.memoryKib && parameters.passes === currentParameters.passes;
  return { isValid, isStale: isValid && !isCurrent };
}

interface StoredHash {
  readonly parameters: PasswordHashParameters;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

function encode({ memoryKib, passes }: PasswordHashParameters, salt: Buffer, hash: Buffer): string {
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${saltText}$${hashText}`;
}

/** Undefined for a text in another form, such as the mark of an account without a password. */
function decode(stored: string): StoredHash | undefined {
  const [, memoryKib, passes, salt = '', hash = ''] = storedPattern.exec(stored) ?? [];
  if (memoryKib === undefined) return undefined;
  return {
    parameters: { memoryKib: Number(memoryKib), passes: Number(passes) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function derive(
  use: PasswordCheckPurpose,
  passwordKey: Buffer,
  password: string,
  salt: Buffer,
  parameters: PasswordHashParameters,
): Promise<Buffer> {
  const { memoryKib: memory, passes } = parameters;
  const input = { message: password, nonce: salt, parallelism: 1, tagLength: hashBytes, memory, passes };
  return slots.run(
    use,
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { ...input, secret: passwordKey }, (error, hash) => {
          if (error) reject(error);
          else resolve(hash);
        });
      }),
  );
}
