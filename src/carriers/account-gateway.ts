/**
 * Combines several accounts into one gateway (decision 26). A new shipment goes through the enabled account that fits it best.
 * Payment, lookup by its id, void, tracking and scan form go through the account that the shipment was made with, even when that is
 * disabled by then.
 *
 * The environment's account, with the code '', is the last choice.
 */

import type { CarrierAndService } from './codes.ts';
import {
  type CarrierGateway,
  type CarrierResult,
  okCarrierResult,
  parseShipmentReference,
  refusedCarrierResult,
  type ShipmentRequest,
  unclearCarrierResult,
} from './gateway.ts';

export interface CarrierGatewayAccount {
  /** '' for that of the environment. */
  readonly code: string;
  readonly isEnabled: boolean;
  /** '' for all warehouses. */
  readonly warehouse: string;
  readonly customerNo: string;
  /** Undefined: everything that the gateway knows. */
  readonly offered: readonly CarrierAndService[] | undefined;
  readonly gateway: CarrierGateway;
}

/** The carrier accounts with their gateways. `known` returns the cached accounts, however old; `read` those of the last seconds. */
interface CarrierGatewayAccountSource {
  known(): readonly CarrierGatewayAccount[];
  read(): Promise<readonly CarrierGatewayAccount[]>;
}

/**
 * The enabled account for a shipment: one of its customer and warehouse, else of its customer, else of its warehouse, else one for all,
 * else that of the environment; of several, the first in `accounts`. It must offer the requested service; the operator's choice (BSW) is
 * made among what it offers. Undefined when there is none.
 */
export function chooseCarrierAccount(
  accounts: readonly CarrierGatewayAccount[],
  {
    requested,
    warehouse,
    customerNo,
  }: Pick<ShipmentRequest, 'requested' | 'warehouse'> & { readonly customerNo: string },
): CarrierGatewayAccount | undefined {
  const rank = (account: CarrierGatewayAccount): number =>
    (account.code === '' ? 4 : 0) + (account.customerNo === '' ? 2 : 0) + (account.warehouse === '' ? 1 : 0);
  return accounts
    .filter((account) => account.isEnabled && (account.customerNo === '' || account.customerNo === customerNo))
    .filter((account) => account.warehouse === '' || account.warehouse === warehouse)
    .filter(({ offered }) => offered === undefined || offers(offered, requested))
    .toSorted((a, b) => rank(a) - rank(b))[0];
}

const offers = (offered: readonly CarrierAndService[], { carrier, service }: CarrierAndService): boolean =>
  carrier === 'BSW' ||
  // The default service of a carrier, where none is requested, is ground.
  offered.some(
    (each) => each.carrier === carrier && (each.service === service || (service === 'NONE' && each.service === 'GRND')),
  );

const noAccountText = 'no carrier account is connected';
const noAccount = refusedCarrierResult('request', [{ code: 'no-carrier', text: noAccountText }]);
const noAccountYet = unclearCarrierResult('no-carrier', noAccountText);

/**
 * Creates a gateway that routes each call to one of these accounts: a new shipment to the account that `chooseCarrierAccount` returns, a
 * call for a shipment to the account that it was made through. A lookup by reference asks one account after the other, disabled ones
 * included. Refuses a shipment that no account offers (`service`), and queries of addresses and transit times while none is enabled
 * (`request`). A new shipment while none is enabled, and a call for a shipment of an account that is not known now, are `unclear`, so that
 * they are retried later.
 */
export function createMultiAccountCarrierGateway(accounts: CarrierGatewayAccountSource): CarrierGateway {
  const withAccount = async <Data>(
    code: string | undefined,
    call: (gateway: CarrierGateway) => Promise<CarrierResult<Data>>,
  ): Promise<CarrierResult<Data>> => {
    const account = (await accounts.read()).find((each) => each.code === (code ?? ''));
    if (account !== undefined) return await call(account.gateway);
    const name = code === undefined || code === '' ? 'of EASYPOST_API_KEY' : code;
    return unclearCarrierResult('no-account', `the carrier account ${name}, through which it was made, cannot be used`);
  };
  /** For calls without a shipment: the first enabled account for all warehouses and customers, else any enabled one. */
  const withGeneral = async <Data>(
    call: (gateway: CarrierGateway) => Promise<CarrierResult<Data>>,
  ): Promise<CarrierResult<Data>> => {
    const enabled = (await accounts.read()).filter(({ isEnabled }) => isEnabled);
    const general = enabled.find(({ warehouse, customerNo }) => warehouse === '' && customerNo === '') ?? enabled[0];
    return general === undefined ? noAccount : await call(general.gateway);
  };

  return {
    rateAndChoose: async (request) => {
      const customerNo = parseShipmentReference(request.reference)?.customerNo ?? '';
      const { requested, warehouse } = request;
      const known = await accounts.read();
      // The order needs no change: its label waits for an account, as orders do whose processing has not started.
      if (!known.some(({ isEnabled }) => isEnabled)) return noAccountYet;
      const account = chooseCarrierAccount(known, { requested, warehouse, customerNo });
      if (account === undefined) {
        const text = `no carrier account offers ${requested.carrier} ${requested.service} from ${warehouse}`;
        return refusedCarrierResult('service', [{ code: 'no-account', text }]);
      }
      const rated = await account.gateway.rateAndChoose(request);
      return rated.outcome === 'ok' ? { ...rated, data: { ...rated.data, through: account.code } } : rated;
    },
    buyLabel: (purchase) => withAccount(purchase.through, (gateway) => gateway.buyLabel(purchase)),
    findLabel: async (name) => {
      if (name.shipmentId !== undefined) return await withAccount(name.through, (gateway) => gateway.findLabel(name));
      // Nothing is paid for before its shipment is stored, so the first account that knows the reference is right. An
      // account whose result is unclear, such as one whose key was revoked, must not keep the others from being asked; a
      // disabled one makes no shipments, so its silence decides nothing.
      let undecided: Awaited<ReturnType<CarrierGateway['findLabel']>> | undefined;
      for (const { code, gateway, isEnabled } of await accounts.read()) {
        const found = await gateway.findLabel(name);
        if (found.outcome !== 'ok') {
          if (isEnabled) undecided ??= found;
        } else if (found.data.state !== 'none') return { ...found, data: { ...found.data, through: code } };
      }
      return undecided ?? okCarrierResult({ state: 'none' });
    },
    voidLabel: (shipmentId, through) => withAccount(through, (gateway) => gateway.voidLabel(shipmentId)),
    readTracking: (shipmentId, through) => withAccount(through, (gateway) => gateway.readTracking(shipmentId)),
    hasScanForms: (carrier, through) =>
      accounts
        .known()
        .some(({ code, gateway }) => (through === undefined || code === through) && gateway.hasScanForms(carrier)),
    createScanForm: (shipmentIds, through) => withAccount(through, (gateway) => gateway.createScanForm(shipmentIds)),
    parseScanForm: (formId, through) => withAccount(through, (gateway) => gateway.parseScanForm(formId)),
    findScanForm: (shipmentId, through) => withAccount(through, (gateway) => gateway.findScanForm(shipmentId)),
    parseWebhook: (raw) => {
      const signed = accounts
        .known()
        .map(({ code, customerNo, gateway }) => ({ code, customerNo, parsed: gateway.parseWebhook(raw) }))
        .filter(({ parsed }) => !('fault' in parsed && parsed.fault === 'forged'));
      const [first] = signed;
      if (first === undefined || 'fault' in first.parsed) return first?.parsed ?? { fault: 'forged' };
      return { ...first.parsed, through: signed.map(({ code, customerNo }) => ({ code, customerNo })) };
    },
    verifyAddress: (address) => withGeneral((gateway) => gateway.verifyAddress(address)),
    estimateTransit: (request) => withGeneral((gateway) => gateway.estimateTransit(request)),
  };
}
