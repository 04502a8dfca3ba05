/**
 * Stored replies that have a secret, which is stored nowhere in plain text: encrypted under a key that is derived from the
 * Idempotency-Key and SECRET_KEY, so that only a request with the same key gets it again (decision 6).
 */
import { decrypt, encrypt } from '../../lib/encryption.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { Reply } from './reply.ts';

interface EncryptedReply {
  /** Body and headers, in base64. */
  readonly encrypted: string;
}

export interface ReplyCipher {
  /** Returns the encrypted form of the reply, which is stored. */
  seal(reply: Pick<Reply, 'body' | 'headers'>): unknown;
  /** Decrypts a stored reply. Throws when it was sealed under another key. */
  open(stored: unknown): Pick<Reply, 'body' | 'headers'>;
}

/**
 * Creates the cipher of the stored replies of one Idempotency-Key and operation.
 * @param key the Idempotency-Key as the client sent it
 */
export function createReplyCipher(keys: Pick<IdempotencyKeys, 'hash'>, key: string, operation: string): ReplyCipher {
  // A header has no line breaks, so this text is no key.
  const replyKey = keys.hash(`${key}\nreply`);
  return {
    seal: ({ body, headers }) => ({
      encrypted: encrypt(replyKey, operation, Buffer.from(JSON.stringify({ body, headers }))).toString('base64'),
    }),
    open: (stored) => {
      const { encrypted } = stored as EncryptedReply;
      const text = decrypt(replyKey, operation, Buffer.from(encrypted, 'base64')).toString();
      return JSON.parse(text) as Pick<Reply, 'body' | 'headers'>;
    },
  };
}
