/** The settings of the operator's accounts: with EasyPost, for labels, and with carriers, for pickup locations. */

export interface EasypostConfig {
  readonly apiKey: string;
  readonly webhookSecret: string | undefined;
  readonly baseUrl: string;
  /** Codes of the carriers of which the account makes scan forms. */
  readonly scanFormCarriers: readonly string[];
}

export interface CarrierApiAccount {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Kinds of locations, in the carrier's codes, that may hand out wine under the operator's agreement. */
  readonly alcoholTypes: readonly string[];
}

interface EasypostValues {
  readonly easypostApiKey: string | undefined;
  readonly easypostWebhookSecret: string | undefined;
  readonly easypostBaseUrl: string;
  readonly easypostScanForms: readonly string[];
}

/** Undefined without a key: there is no account. */
export function easypostConfigOf(values: EasypostValues): EasypostConfig | undefined {
  if (values.easypostApiKey === undefined) return undefined;
  return Object.freeze({
    apiKey: values.easypostApiKey,
    webhookSecret: values.easypostWebhookSecret,
    baseUrl: values.easypostBaseUrl,
    scanFormCarriers: values.easypostScanForms,
  });
}

/** Undefined without an id and a secret: there is no account. */
export function carrierApiAccountOf(
  baseUrl: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
  alcoholTypes: readonly string[],
): CarrierApiAccount | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return Object.freeze({ baseUrl: baseUrl.replace(/\/+$/, ''), clientId, clientSecret, alcoholTypes });
}
