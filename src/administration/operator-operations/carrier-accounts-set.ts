/** CarrierAccounts/Set: adds a carrier account, changes or disables one, or replaces its key. */
import Type from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import { readOperatorSettings, setCarrierAccount } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { endNoCarrierHolds } from '../../shipping-labels/index.ts';
import {
  CarrierAccountRecord,
  carrierAccountExample,
  carrierAccountProperties,
  carrierAccountRecord,
  carrierAccountRequestExample,
  carrierAccountSecretFields,
} from '../carrier-account-fields.ts';
import { createCarrierAccountEditAuditor } from '../edit-auditors.ts';

export const carrierAccountsSetOperation = defineOperatorCommand({
  path: '/api/CarrierAccounts/Set',
  summary: 'Set a carrier account',
  description:
    'Adds an account through which labels are bought, or replaces the whole one of the same code but for its keys, which stay unless they are given. Shipments go through the most specific account that offers their service: of their customer and warehouse, of the customer, of the warehouse, for all, and last the one of the server. ' +
    'Labels that exist are voided and tracked through the account that bought them. Every process applies it within three seconds. In production the first account ends the holds of orders that had no carrier.',
  roles: ['admin'],
  request: Type.Object({
    ...carrierAccountProperties,
    ...carrierAccountSecretFields,
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: carrierAccountRequestExample,
  reply: { description: 'The account is set.', schema: CarrierAccountRecord, example: carrierAccountExample },
  errors: {
    400: 'A field is not valid, a new account has no key, or a carrier is listed twice or cannot be bought from.',
    403: 'The account is not the expected one.',
    404: 'There is no such warehouse or customer.',
  },
  execute: async ({ environment, context, request }) => {
    const { db, config } = environment;
    const { Account: code, Warehouse: warehouse, CustomerNo: customerNo, Carriers } = request;
    const refused = (reason: string): never => {
      throw new AppError(refuse('NotFound', reason).refused);
    };
    if (warehouse !== '' && !(await readOperatorSettings(db)).warehouses.has(warehouse)) {
      refused(`There is no warehouse ${JSON.stringify(warehouse)}.`);
    }
    if (customerNo !== '' && !(await readCustomers(db, [customerNo])).has(customerNo)) {
      refused(`There is no winery ${JSON.stringify(customerNo)}.`);
    }
    const chosen = Carriers.find(({ ShippingCarrier }) => ['BSW', 'WIL', 'WILL'].includes(ShippingCarrier));
    if (chosen !== undefined) {
      const reason = `Labels cannot be bought from ${chosen.ShippingCarrier}: name the carriers themselves.`;
      throw new AppError(refuse('ValidationFailed', reason).refused);
    }
    const account = {
      code,
      name: request.Name.trim(),
      warehouse,
      customerNo,
      isEnabled: request.Enabled,
      carriers: Carriers.map(({ ShippingCarrier, Services, AccountNumber, ScanForms, ProviderAccountId = '' }) => ({
        carrier: ShippingCarrier,
        services: Services,
        accountNumber: AccountNumber.trim(),
        makesScanForms: ScanForms,
        providerAccountId: ProviderAccountId,
      })),
      apiKey: request.ApiKey,
      webhookSecret: request.WebhookSecret,
    };
    const onEdit = createCarrierAccountEditAuditor(context, code, request.ExpectedVersion);
    const saved = valueOrThrowAppError(await setCarrierAccount(db, config, account, onEdit));
    // From the new settings on, because the mode is read from the cache.
    await readOperatorSettings(db);
    await endNoCarrierHolds(environment);
    return carrierAccountRecord(saved);
  },
});
