/** Customers and their credentials in requests and replies of the operator interface. */

import Type, { type Static } from 'typebox';
import type {
  AccessTokenRequirement,
  CustomerPreferences,
  CustomerSettings,
  RateLimitOverrides,
} from '../auth/index.ts';
import { describeCarrierServiceFault } from '../carriers/index.ts';
import {
  type CarrierCode,
  type CarrierServiceCode,
  carrierField,
  carrierServiceField,
  warehouseField,
} from '../contract/code-lists.ts';
import { codeField, identifierField, textField } from '../contract/fields.ts';
import { AppError, type Fault, validationRefusal } from '../platform/errors.ts';

export const customerNoField = identifierField('The customer.', { maxLength: 30 });
export const customerNameField = textField('The name of the winery.', { minLength: 1, maxLength: 200 });
export const userKeyField = textField('The user of the API.', { minLength: 1, maxLength: 100 });
export const apiUserRightsField = codeField('`write` includes `read`.', ['read', 'write']);

export const tokenScopeField = codeField('`read`: queries only; `write`: changes too. Default: `write`.', [
  'read',
  'write',
]);

/** `default` is that of the deployment. */
export const tokenPolicyField = codeField(
  'Whether the operations that name an access token require one; `default`: as the operator set it for all customers.',
  ['required', 'optional', 'default'],
);

export const CustomerPreferenceFields = Type.Object(
  {
    Carrier: Type.Optional(carrierField('The carrier of orders that name none.')),
    Service: Type.Optional(carrierServiceField('The service of orders that name none.')),
    Warehouse: Type.Optional(warehouseField('The warehouse of orders that name none.')),
    ShipDays: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description:
          'Days of the week on which orders without a `RequestedShipmentDate` ship, 1 Monday to 7 Sunday, where their warehouse works on one of these; absent: every working day of the warehouse. Orders keep those that they were created with.',
      }),
    ),
    ShortPicks: Type.Optional(
      codeField(
        'The treatment of an order of which bottles are missing when it is picked. `ship short`: it ships without them; the default. `hold`: it leaves the floor and is allocated again, on an Inventory hold where stock is missing.',
        ['ship short', 'hold'],
      ),
    ),
  },
  { description: 'Defaults of orders.' },
);

const limitField = (description: string) =>
  Type.Object(
    {
      PerSecond: Type.Number({ minimum: 0.001, maximum: 1_000_000, description: 'Requests a second.' }),
      Burst: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Requests at once.' }),
    },
    { description },
  );

export const CustomerLimitFields = Type.Object(
  {
    Requests: Type.Optional(limitField('Of all requests.')),
    GetDetails: Type.Optional(limitField('Of GetDetails alone.')),
  },
  { description: 'Its rate limits.' },
);

export const customerSettingsExample = {
  Preferences: { Carrier: 'FEX' as const, Service: 'GRND' as const, ShipDays: [1, 2, 3] },
  RateLimits: { Requests: { PerSecond: 200, Burst: 2000 } },
  TokenPolicy: 'default' as const,
};

/** Settings that a change can reset one by one. */
const unsetNames = ['Carrier', 'Service', 'Warehouse', 'ShipDays', 'ShortPicks', 'Requests', 'GetDetails'] as const;
type UnsetName = (typeof unsetNames)[number];

export const unsetSettingsField = Type.Array(codeField('The name of a preference or of a rate limit.', unsetNames), {
  maxItems: unsetNames.length,
  description: 'Preferences and rate limits that are as for all customers again.',
});

/** A setting that is both given and unset, as a fault. */
export function checkSetAndUnsetSettings(
  given: Static<typeof CustomerPreferenceFields> & Static<typeof CustomerLimitFields>,
  unset: readonly UnsetName[],
): Fault[] {
  return unset.flatMap((name, index) =>
    given[name] === undefined
      ? []
      : [{ field: `Unset[${index}]`, code: 'Conflict', message: `must not name ${name}, which is given as well` }],
  );
}

/** The current settings with those given, and without those unset. */
export function mergeSettings<Settings extends object>(
  current: Settings,
  given: Settings,
  unset: readonly (keyof Settings)[],
): Settings {
  const merged = Object.entries({ ...current, ...given }).filter(([name]) => !unset.includes(name as keyof Settings));
  return Object.fromEntries(merged) as Settings;
}

const storedPreference = {
  Carrier: 'defaultCarrier',
  Service: 'defaultService',
  Warehouse: 'defaultWarehouse',
  ShipDays: 'shipDays',
  ShortPicks: 'shortPicks',
} as const;
const storedLimit = { Requests: 'requests', GetDetails: 'getDetails' } as const;

/** The stored names of those of these settings that are preferences. */
export const toStoredPreferenceNames = (unset: readonly UnsetName[]) =>
  unset.flatMap((name) => (name in storedPreference ? [storedPreference[name as keyof typeof storedPreference]] : []));
/** The stored names of those of these settings that are rate limits. */
export const toStoredLimitNames = (unset: readonly UnsetName[]) =>
  unset.flatMap((name) => (name in storedLimit ? [storedLimit[name as keyof typeof storedLimit]] : []));

/** Throws `ValidationFailed` when the carrier does not have the service. */
export function assertValidPreferences({ defaultCarrier, defaultService }: CustomerPreferences): void {
  const preferences = { Carrier: defaultCarrier as CarrierCode, Service: defaultService as CarrierServiceCode };
  const faults = checkCustomerPreferences(preferences);
  if (faults.length > 0) throw new AppError(validationRefusal(faults));
}

/** A carrier that does not have the service, as a fault. */
export function checkCustomerPreferences(
  preferences: Partial<Static<typeof CustomerPreferenceFields>> | undefined,
): Fault[] {
  const fault = describeCarrierServiceFault(preferences?.Carrier, preferences?.Service);
  return fault === undefined
    ? []
    : [{ field: 'Preferences.Service', code: 'CarrierService', message: `is not possible: ${fault}` }];
}

export function toStoredPreferences(fields: Static<typeof CustomerPreferenceFields>): CustomerPreferences {
  const { Carrier, Service, Warehouse, ShipDays, ShortPicks } = fields;
  return {
    ...(Carrier !== undefined && { defaultCarrier: Carrier }),
    ...(Service !== undefined && { defaultService: Service }),
    ...(Warehouse !== undefined && { defaultWarehouse: Warehouse }),
    ...(ShipDays !== undefined && { shipDays: ShipDays.toSorted() }),
    ...(ShortPicks !== undefined && { shortPicks: ShortPicks }),
  };
}

export function toStoredRateLimits({ Requests, GetDetails }: Static<typeof CustomerLimitFields>): RateLimitOverrides {
  const size = ({ PerSecond, Burst }: Static<ReturnType<typeof limitField>>) => ({
    perSecond: PerSecond,
    burst: Burst,
  });
  return {
    ...(Requests !== undefined && { requests: size(Requests) }),
    ...(GetDetails !== undefined && { getDetails: size(GetDetails) }),
  };
}

/** The policy to store; `null` for that of the deployment. */
export const toStoredTokenPolicy = (policy: Static<typeof tokenPolicyField>): AccessTokenRequirement | null =>
  policy === 'default' ? null : policy;

/** A membership as the audit shows it, for its version. */
export const membershipAuditRecord = (userKey: string, rights: Static<typeof apiUserRightsField>) => ({
  userKey,
  rights,
});

/** The settings of a customer as the audit shows them, for their version. */
export const customerAuditRecord = ({ name, preferences, rateLimits, tokenPolicy }: CustomerSettings) => ({
  name,
  preferences,
  rateLimits,
  tokenPolicy: tokenPolicy ?? null,
});

/** The settings of a customer as replies show them. */
export function toCustomerSettingsReply({
  preferences,
  rateLimits,
  tokenPolicy,
}: Omit<CustomerSettings, 'customerNo' | 'name'>) {
  const { defaultCarrier, defaultService, defaultWarehouse, shipDays, shortPicks } = preferences;
  const size = ({ perSecond, burst }: NonNullable<RateLimitOverrides['requests']>) => ({
    PerSecond: perSecond,
    Burst: burst,
  });
  return {
    Preferences: {
      ...(defaultCarrier !== undefined && {
        Carrier: defaultCarrier as CarrierCode,
      }),
      ...(defaultService !== undefined && {
        Service: defaultService as CarrierServiceCode,
      }),
      ...(defaultWarehouse !== undefined && { Warehouse: defaultWarehouse }),
      ...(shipDays !== undefined && { ShipDays: [...shipDays] }),
      ...(shortPicks !== undefined && { ShortPicks: shortPicks }),
    },
    RateLimits: {
      ...(rateLimits.requests && { Requests: size(rateLimits.requests) }),
      ...(rateLimits.getDetails && { GetDetails: size(rateLimits.getDetails) }),
    },
    TokenPolicy: tokenPolicy ?? ('default' as const),
  };
}
