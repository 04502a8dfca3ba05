/** Keys that are derived from a secret, by HKDF-SHA-256. */
import { hkdfSync } from 'node:crypto';

const derived = new Map<string, Buffer>();

/** The key of 32 bytes for one purpose: the same in every process, derived once in each. */
export function deriveKey(secret: string, purpose: string): Buffer {
  const name = `${purpose}\n${secret}`;
  const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  derived.set(name, key);
  return key;
}
