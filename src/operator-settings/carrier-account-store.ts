/** All SQL of `carrier_accounts`. */
import type { DbReader, Tx } from '../platform/db/db.ts';
import type { StoredCarrierAccount } from './carrier-accounts.ts';

type Row = Omit<StoredCarrierAccount, 'encryptedWebhookSecret'> & { readonly encryptedWebhookSecret: Buffer | null };

/** The accounts, by code. */
export async function readCarrierAccounts(reader: DbReader): Promise<StoredCarrierAccount[]> {
  const rows = await reader.rows<Row>(
    `select code, name, warehouse, for_customer as "customerNo", carriers, is_enabled as "isEnabled",
            encrypted_key as "encryptedKey", key_ending as "keyEnding",
            encrypted_webhook_secret as "encryptedWebhookSecret", webhook_secret_ending as "webhookSecretEnding"
       from carrier_accounts order by code`,
  );
  return rows.map((row) => ({
    ...row,
    // Accounts that earlier versions saved have no provider account.
    carriers: row.carriers.map((offered) => ({ ...offered, providerAccountId: offered.providerAccountId ?? '' })),
    encryptedWebhookSecret: row.encryptedWebhookSecret ?? undefined,
  }));
}

/** Inserts or replaces an account. */
export async function saveCarrierAccount(tx: Tx, account: StoredCarrierAccount): Promise<void> {
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
