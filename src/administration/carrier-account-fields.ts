/** Carrier accounts in requests and replies of the operator interface: a key goes in, and never comes out. */
import Type, { type Static } from 'typebox';
import { carrierField, carrierServiceCodes } from '../contract/code-lists.ts';
import { codeField } from '../contract/fields.ts';
import type { CarrierAccount } from '../operator-settings/index.ts';

export const carrierAccountField = Type.String({
  pattern: '^[A-Z0-9][A-Z0-9-]{1,19}$',
  description: 'Your code of the account: 2 to 20 capital letters, digits and `-`.',
});

const printable = '^[\\x21-\\x7e]*$';

/** Fields of requests. Without one of them the stored value stays. */
export const carrierAccountSecretFields = {
  ApiKey: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 200,
      pattern: printable,
      description: 'The API key, required for a new account. It is stored encrypted and never returned.',
    }),
  ),
  WebhookSecret: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^([\\x21-\\x7e]{16,200})?$',
      description:
        'The secret with which the carrier signs tracking events, 16 characters or more; `""` removes it. It is stored encrypted and never returned.',
    }),
  ),
};

export const carrierAccountProperties = {
  Account: carrierAccountField,
  Name: Type.String({ minLength: 1, maxLength: 60, description: 'For people.' }),
  Provider: codeField('Who sells the labels.', ['easypost']),
  Warehouse: Type.String({
    pattern: '^([A-Z][A-Z0-9]{1,9})?$',
    description: 'Only shipments from this warehouse; `""`: from all.',
  }),
  CustomerNo: Type.String({ maxLength: 30, description: 'Only shipments of this customer; `""`: of all.' }),
  Carriers: Type.Array(
    Type.Object({
      ShippingCarrier: carrierField('A carrier; not BSW, and not will call.'),
      Services: Type.Array(codeField('Service.', carrierServiceCodes), {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        description: 'The services of the carrier for which labels are bought through this account.',
      }),
      AccountNumber: Type.String({
        maxLength: 40,
        description: 'Your number at the carrier, for people; `""` for none.',
      }),
      ScanForms: Type.Boolean({ description: 'Whether scan forms are requested at the close of day.' }),
      ProviderAccountId: Type.Optional(
        Type.String({
          pattern: '^(ca_[A-Za-z0-9]{1,60})?$',
          description:
            'EasyPost\'s id of the account at this carrier, of which an account there may have several; labels are bought through it only. Absent or `""`: EasyPost asks all of them.',
        }),
      ),
    }),
    {
      maxItems: 20,
      description: 'The services that it offers; empty: every service that the provider returns a rate for.',
    },
  ),
  Enabled: Type.Boolean({
    description: 'False: nothing is bought through it; labels of the past are still voided and tracked.',
  }),
};

export const CarrierAccountRecord = Type.Object({
  ...carrierAccountProperties,
  KeyEnding: Type.String({ description: 'The last 4 characters of the API key.' }),
  WebhookSecretEnding: Type.String({ description: 'The last 4 characters; `""` without one.' }),
});

const content = {
  Account: 'MAIN',
  Name: 'Main account',
  Provider: 'easypost' as const,
  Warehouse: '',
  CustomerNo: '',
  Carriers: [
    {
      ShippingCarrier: 'FEX' as const,
      Services: ['GRND' as const, '2DAY' as const],
      AccountNumber: '',
      ScanForms: false,
      ProviderAccountId: '',
    },
  ],
  Enabled: true,
};

export const carrierAccountExample: Static<typeof CarrierAccountRecord> = {
  ...content,
  KeyEnding: 'x7Qa',
  WebhookSecretEnding: '',
};

export const carrierAccountRequestExample = content;

/** An account as replies and the audit show it: of its keys only how they end. */
export const carrierAccountRecord = (account: CarrierAccount): Static<typeof CarrierAccountRecord> => ({
  Account: account.code,
  Name: account.name,
  Provider: 'easypost',
  Warehouse: account.warehouse,
  CustomerNo: account.customerNo,
  Carriers: account.carriers.map(({ carrier, services, accountNumber, makesScanForms, providerAccountId }) => ({
    ShippingCarrier: carrier,
    Services: [...services],
    AccountNumber: accountNumber,
    ScanForms: makesScanForms,
    ProviderAccountId: providerAccountId,
  })),
  Enabled: account.isEnabled,
  KeyEnding: account.keyEnding,
  WebhookSecretEnding: account.webhookSecretEnding,
});
