/** Creates the location sources of the configured carriers. */
import type { CarrierApiAccount } from '../../platform/carrier-account-settings.ts';
import type { CarrierWithLocations } from '../location.ts';
import {
  type CarrierLocationQuery,
  type CarrierLocationReply,
  type CarrierLocationSource,
  CarrierSourceError,
} from '../location-source.ts';
import { type CarrierLocationApiDefinition, createCarrierLocationClient } from './carrier-http.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import { buildFedexLocationRequest, fedexPaths, parseFedexErrorMessage, parseFedexLocations } from './fedex.ts';
import { buildUpsLocationRequest, parseUpsErrorMessage, parseUpsLocations, upsPaths } from './ups.ts';

interface Adapter extends CarrierLocationApiDefinition {
  readonly carrier: CarrierWithLocations;
  readonly request: (search: CarrierLocationQuery, alcoholTypes: readonly string[]) => unknown;
  readonly read: (body: unknown, alcoholTypes: readonly string[]) => CarrierLocationReply | undefined;
}

const fedex: Adapter = {
  carrier: 'FEX',
  title: 'FedEx',
  paths: fedexPaths,
  credentials: 'form',
  request: buildFedexLocationRequest,
  read: parseFedexLocations,
  errorsOf: parseFedexErrorMessage,
};

const ups: Adapter = {
  carrier: 'UPS',
  title: 'UPS',
  paths: upsPaths,
  credentials: 'basic',
  request: buildUpsLocationRequest,
  read: parseUpsLocations,
  errorsOf: parseUpsErrorMessage,
};

/** One source for each given account. Sends no request until one is searched. */
export function createCarrierLocationSources(accounts: {
  readonly fedex?: CarrierApiAccount | undefined;
  readonly ups?: CarrierApiAccount | undefined;
}): CarrierLocationSource[] {
  return [
    ...(accounts.fedex === undefined ? [] : [sourceOf(accounts.fedex, fedex)]),
    ...(accounts.ups === undefined ? [] : [sourceOf(accounts.ups, ups)]),
  ];
}

function sourceOf(account: CarrierApiAccount, adapter: Adapter): CarrierLocationSource {
  const post = createCarrierLocationClient(account, adapter);
  const find = async (search: CarrierLocationQuery): Promise<CarrierLocationReply> => {
    const body = await post(adapter.request(search, account.alcoholTypes));
    const result = adapter.read(body, account.alcoholTypes);
    if (result !== undefined) return result;
    const errors = adapter.errorsOf(body).slice(0, 200);
    const message = errors === '' ? 'its response could not be parsed' : errors;
    throw new CarrierSourceError(adapter.title, message, { isRefusal: errors !== '' });
  };
  return { carrier: adapter.carrier, find: withCircuitBreaker(adapter.title, find) };
}
