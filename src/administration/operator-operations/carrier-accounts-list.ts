/** CarrierAccounts/List: through which accounts labels are bought. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { versionedRecordSchema, withRecordVersion } from '../../operators/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { CarrierAccountRecord, carrierAccountExample, carrierAccountRecord } from '../carrier-account-fields.ts';

export const carrierAccountsListOperation = defineOperatorQuery({
  path: '/api/CarrierAccounts/List',
  summary: 'List the carrier accounts',
  description:
    'Returns the accounts through which labels are bought, by code, with the last 4 characters of their keys. `HasDefault` says whether the server has one of its own (`EASYPOST_API_KEY`), which is used where none of these fits.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The accounts.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          ...versionedRecordSchema(CarrierAccountRecord).properties,
          CustomerName: Type.String({ description: '`""`: for all customers.' }),
        }),
      ),
      HasDefault: Type.Boolean(),
    }),
    example: {
      Records: [{ ...carrierAccountExample, CustomerName: '', Version: '3f0c8a51d2b7e964' }],
      HasDefault: false,
    },
  },
  errors: {},
  execute: async ({ environment: { db, config } }) => {
    const { carrierAccounts } = await readOperatorSettings(db);
    const nameOf = await readCustomerNameLookup(
      db,
      carrierAccounts.filter(({ customerNo }) => customerNo !== ''),
    );
    return {
      Records: carrierAccounts.map((account) => ({
        ...withRecordVersion(carrierAccountRecord(account)),
        CustomerName: nameOf(account.customerNo),
      })),
      HasDefault: config.easypost !== undefined,
    };
  },
});
