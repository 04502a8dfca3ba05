/** Edits a carrier account and encrypts its keys. */
import type { Db } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { readCarrierAccounts, saveCarrierAccount } from './carrier-account-store.ts';
import {
  type CarrierAccount,
  encryptCarrierAccountSecret,
  keyEndingOf,
  type StoredCarrierAccount,
} from './carrier-accounts.ts';
import type { OnSettingEdit } from './on-edit.ts';
import { editSettings } from './settings-cache.ts';

type CarrierAccountEdit = Omit<CarrierAccount, 'keyEnding' | 'webhookSecretEnding'> & {
  /** Undefined keeps the stored key. */
  readonly apiKey: string | undefined;
  /** '' removes the stored secret; undefined keeps it. */
  readonly webhookSecret: string | undefined;
};

/**
 * Adds an account, or changes one, and encrypts its keys. Returns the account as stored, or the refusal `ValidationFailed`: for
 * a new account without a key, and for an account that lists one of its carriers twice.
 */
export async function setCarrierAccount(
  db: Db,
  config: { readonly secretKey: string },
  { apiKey, webhookSecret, ...account }: CarrierAccountEdit,
  onEdit: OnSettingEdit<CarrierAccount>,
): Promise<Outcome<CarrierAccount>> {
  const carriers = account.carriers.map(({ carrier }) => carrier);
  if (new Set(carriers).size < carriers.length) return refuse('ValidationFailed', 'Each carrier may be listed once.');
  return await editSettings(db, async (tx): Promise<Outcome<CarrierAccount>> => {
    const before = (await readCarrierAccounts(tx)).find(({ code }) => code === account.code);
    if (before === undefined && apiKey === undefined)
      return refuse('ValidationFailed', 'A new account needs its API key.');
    const stored: StoredCarrierAccount = {
      ...account,
      ...keptKey(before),
      ...(apiKey !== undefined && {
        encryptedKey: encryptCarrierAccountSecret(config, account.code, 'key', apiKey),
        keyEnding: keyEndingOf(apiKey),
      }),
      ...(webhookSecret !== undefined && {
        encryptedWebhookSecret:
          webhookSecret === ''
            ? undefined
            : encryptCarrierAccountSecret(config, account.code, 'webhook secret', webhookSecret),
        webhookSecretEnding: keyEndingOf(webhookSecret),
      }),
    };
    await saveCarrierAccount(tx, stored);
    await onEdit(tx, before, stored);
    return { ok: stored };
  });
}

const noKey = {
  encryptedKey: Buffer.alloc(0),
  keyEnding: '',
  encryptedWebhookSecret: undefined,
  webhookSecretEnding: '',
};

const keptKey = (before: StoredCarrierAccount | undefined) =>
  before === undefined
    ? noKey
    : {
        encryptedKey: before.encryptedKey,
        keyEnding: before.keyEnding,
        encryptedWebhookSecret: before.encryptedWebhookSecret,
        webhookSecretEnding: before.webhookSecretEnding,
      };
