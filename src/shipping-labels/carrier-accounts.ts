/**
 * Opens the carrier accounts of the portal and of the environment as gateways. An account is opened again only when it
 * changes.
 */
import { type CarrierGatewayAccount, createEasypostGateway, type EasypostOptions } from '../carriers/index.ts';
import { hashCanonicalJson } from '../lib/canonical-json.ts';
import {
  decryptCarrierAccountKeys,
  getCachedOperatorSettings,
  readOperatorSettings,
  type StoredCarrierAccount,
} from '../operator-settings/index.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';

type AccountSettings = Pick<Config, 'secretKey' | 'easypost' | 'easypostBaseUrl'>;

/**
 * The carrier accounts of the portal and of the environment. `known` has those of the portal only once the operator settings are
 * cached; `read` reads the settings.
 */
export interface CarrierAccountSource {
  known(): readonly CarrierGatewayAccount[];
  read(): Promise<readonly CarrierGatewayAccount[]>;
}

/** The EasyPost options of an account of the portal. Throws when its key was encrypted under another SECRET_KEY. */
export function buildEasypostOptions(
  config: AccountSettings,
  account: StoredCarrierAccount,
  timeoutMs: number,
): EasypostOptions {
  return {
    ...decryptCarrierAccountKeys(config, account),
    baseUrl: config.easypostBaseUrl,
    timeoutMs,
    scanFormCarriers: account.carriers.flatMap(({ carrier, makesScanForms }) => (makesScanForms ? [carrier] : [])),
    accountIds: new Map(
      account.carriers.flatMap(({ carrier, providerAccountId }) =>
        providerAccountId === '' ? [] : [[carrier, providerAccountId]],
      ),
    ),
  };
}

/**
 * A source of the accounts stored in the database, followed by that of the environment. An account whose key cannot be decrypted is
 * left out; its labels wait until the key is entered again.
 */
export function createCarrierAccountSource(db: Db, config: AccountSettings, timeoutMs: number): CarrierAccountSource {
  const own: readonly CarrierGatewayAccount[] =
    config.easypost === undefined
      ? []
      : [
          {
            code: '',
            isEnabled: true,
            warehouse: '',
            customerNo: '',
            offered: undefined,
            gateway: createEasypostGateway({ ...config.easypost, timeoutMs }),
          },
        ];
  const opened = new Map<string, { readonly hash: string; readonly account: CarrierGatewayAccount }>();

  const open = (stored: StoredCarrierAccount): readonly CarrierGatewayAccount[] => {
    const { code, isEnabled, warehouse, customerNo, carriers, encryptedKey, encryptedWebhookSecret } = stored;
    const shown = { isEnabled, warehouse, customerNo, carriers };
    const secrets = [encryptedKey.toString('hex'), encryptedWebhookSecret?.toString('hex') ?? ''];
    const hash = hashCanonicalJson({ ...shown, secrets }).toString('hex');
    const known = opened.get(code);
    if (known?.hash === hash) return [known.account];
    let options: EasypostOptions;
    try {
      options = buildEasypostOptions(config, stored, timeoutMs);
    } catch {
      return [];
    }
    const offered =
      carriers.length === 0
        ? undefined
        : carriers.flatMap(({ carrier, services }) => services.map((service) => ({ carrier, service })));
    const account = {
      code,
      isEnabled,
      warehouse,
      customerNo,
      offered,
      gateway: createEasypostGateway({ ...options, offered }),
    };
    opened.set(code, { hash, account });
    return [account];
  };

  const all = (stored: readonly StoredCarrierAccount[]) => [...stored.flatMap(open), ...own];
  return {
    known: () => all(getCachedOperatorSettings(db)?.carrierAccounts ?? []),
    read: async () => all((await readOperatorSettings(db)).carrierAccounts),
  };
}
