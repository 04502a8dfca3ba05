/** All SQL of `carrier_accounts`, and the validated edit of one. */
import type { Db, Reader, Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { type CarrierAccount, encryptCarrierKey, keyEnding, type StoredCarrierAccount } from './carrier-accounts.ts';
import { lockSettings, type OnEdit } from './on-edit.ts';
import { invalidateOperatorSettings } from './settings-cache.ts';

type Row = Omit<StoredCarrierAccount, 'encryptedWebhookSecret'> & { readonly encryptedWebhookSecret: Buffer | null };

/** The accounts, by code. */
export async function readCarrierAccounts(reader: Reader): Promise<StoredCarrierAccount[]> {
  const rows = await reader.rows<Row>(
    `select code, name, warehouse, for_customer as "customerNo", carriers, is_enabled as "isEnabled",
            encrypted_key as "encryptedKey", key_ending as "keyEnding",
            encrypted_webhook_secret as "encryptedWebhookSecret", webhook_secret_ending as "webhookSecretEnding"
       from carrier_accounts order by code`,
  );
  return rows.map((row) => ({ ...row, encryptedWebhookSecret: row.encryptedWebhookSecret ?? undefined }));
}

export type CarrierAccountEdit = Omit<CarrierAccount, 'keyEnding' | 'webhookSecretEnding'> & {
  /** Undefined: the stored one stays. */
  readonly apiKey: string | undefined;
  /** '' removes it. */
  readonly webhookSecret: string | undefined;
};

/**
 * Adds an account, or changes one; its key is encrypted here. Rejects a new account without a key, a carrier without services and a
 * carrier twice with `ValidationFailed`.
 */
export async function setCarrierAccount(
  db: Db,
  config: { readonly secretKey: string },
  { apiKey, webhookSecret, ...account }: CarrierAccountEdit,
  onEdit: OnEdit<CarrierAccount>,
): Promise<Outcome<CarrierAccount>> {
  const carriers = account.carriers.map(({ carrier }) => carrier);
  if (new Set(carriers).size < carriers.length) return refuse('ValidationFailed', 'Each carrier may be listed once.');
  const saved = await db.write(async (tx): Promise<Outcome<CarrierAccount>> => {
    await lockSettings(tx);
    const before = (await readCarrierAccounts(tx)).find(({ code }) => code === account.code);
    if (before === undefined && apiKey === undefined)
      return refuse('ValidationFailed', 'A new account needs its API key.');
    const stored: StoredCarrierAccount = {
      ...account,
      ...keptKey(before),
      ...(apiKey !== undefined && {
        encryptedKey: encryptCarrierKey(config, account.code, 'key', apiKey),
        keyEnding: keyEnding(apiKey),
      }),
      ...(webhookSecret !== undefined && {
        encryptedWebhookSecret:
          webhookSecret === '' ? undefined : encryptCarrierKey(config, account.code, 'webhook secret', webhookSecret),
        webhookSecretEnding: keyEnding(webhookSecret),
      }),
    };
    await saveAccount(tx, stored);
    await onEdit(tx, before, stored);
    return { ok: stored };
  });
  invalidateOperatorSettings(db);
  return saved;
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
        ...{ encryptedKey: before.encryptedKey, keyEnding: before.keyEnding },
        ...{ encryptedWebhookSecret: before.encryptedWebhookSecret, webhookSecretEnding: before.webhookSecretEnding },
      };

async function saveAccount(tx: Tx, account: StoredCarrierAccount): Promise<void> {
  await tx.rows(
    `insert into carrier_accounts (code, name, provider, warehouse, for_customer, carriers, is_enabled,
                                   encrypted_key, key_ending, encrypted_webhook_secret, webhook_secret_ending)
     values ($1, $2, 'easypost', $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (code) do update
        set name = excluded.name, warehouse = excluded.warehouse, for_customer = excluded.for_customer,
            carriers = excluded.carriers, is_enabled = excluded.is_enabled, encrypted_key = excluded.encrypted_key,
            key_ending = excluded.key_ending, encrypted_webhook_secret = excluded.encrypted_webhook_secret,
            webhook_secret_ending = excluded.webhook_secret_ending`,
    [
      ...[account.code, account.name, account.warehouse, account.customerNo, JSON.stringify(account.carriers)],
      ...[account.isEnabled, account.encryptedKey, account.keyEnding],
      ...[account.encryptedWebhookSecret ?? null, account.webhookSecretEnding],
    ],
  );
}
