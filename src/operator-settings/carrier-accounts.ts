/** Carrier accounts as the operator enters them (decision 26). Their keys are encrypted: only `decryptCarrierAccountKeys` reads them. */
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { deriveKey } from '../lib/derived-key.ts';
import { decrypt, encrypt } from '../lib/encryption.ts';

/** One carrier of an account: the services that the account offers there, its number and its scan forms. */
interface AccountCarrierSettings {
  readonly carrier: CarrierCode;
  readonly services: readonly CarrierServiceCode[];
  /** The operator's number at the carrier, for people; '' for none. */
  readonly accountNumber: string;
  readonly makesScanForms: boolean;
  /** Which of the provider's accounts at the carrier is used (`ca_…` at EasyPost); '' for any. */
  readonly providerAccountId: string;
}

export interface CarrierAccount {
  readonly code: string;
  readonly name: string;
  /** Only shipments from this warehouse; '' for all. */
  readonly warehouse: string;
  /** Only shipments of this customer; '' for all. */
  readonly customerNo: string;
  readonly carriers: readonly AccountCarrierSettings[];
  /** Whether it buys labels. Labels that were bought through a disabled account are still voided and tracked. */
  readonly isEnabled: boolean;
  /** The last 4 characters. */
  readonly keyEnding: string;
  /** '' without a webhook secret. */
  readonly webhookSecretEnding: string;
}

export interface StoredCarrierAccount extends CarrierAccount {
  readonly encryptedKey: Buffer;
  readonly encryptedWebhookSecret: Buffer | undefined;
}

interface CarrierAccountKeys {
  readonly apiKey: string;
  readonly webhookSecret: string | undefined;
}

const encryptionKey = ({ secretKey }: { readonly secretKey: string }): Buffer =>
  deriveKey(secretKey, 'dray carrier accounts 1');

const contextOf = (code: string, kind: 'key' | 'webhook secret'): string => `${code} ${kind}`;

/** Encrypts a key, or the secret of webhooks, for one account. */
export const encryptCarrierAccountSecret = (
  config: { readonly secretKey: string },
  code: string,
  kind: 'key' | 'webhook secret',
  text: string,
): Buffer => encrypt(encryptionKey(config), contextOf(code, kind), Buffer.from(text, 'utf8'));

/** Decrypts the keys of an account. Throws when they were encrypted for another account, or under another SECRET_KEY. */
export function decryptCarrierAccountKeys(
  config: { readonly secretKey: string },
  { code, encryptedKey, encryptedWebhookSecret }: StoredCarrierAccount,
): CarrierAccountKeys {
  const key = encryptionKey(config);
  const read = (kind: 'key' | 'webhook secret', stored: Buffer): string =>
    decrypt(key, contextOf(code, kind), stored).toString('utf8');
  return {
    apiKey: read('key', encryptedKey),
    webhookSecret: encryptedWebhookSecret && read('webhook secret', encryptedWebhookSecret),
  };
}

/** The part of a key that people see. Keys have at least 8 characters. */
export const keyEndingOf = (text: string): string => text.slice(-4);
