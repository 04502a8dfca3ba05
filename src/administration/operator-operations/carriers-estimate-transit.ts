/** Carriers/EstimateTransit: ask the connected carrier when a package arrives. */
import Type, { type Static } from 'typebox';
import { describeCarrierServiceFault } from '../../carriers/index.ts';
import { codeField, dateField } from '../../contract/fields.ts';
import { parseUsDate } from '../../lib/dates.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { estimateTransitWithCarrier } from '../../shipping-labels/index.ts';
import { carrierReplyOrThrow, TransitEstimateRecord, transitEstimateRecord } from '../carrier-query-fields.ts';

const carriers = ['FEX', 'UPS'] as const;
const services = ['GRND', 'HOME', '2DAY', 'ONST', 'ONPR'] as const;

export const carriersEstimateTransitOperation = defineOperatorQuery({
  path: '/api/Carriers/EstimateTransit',
  summary: 'Ask the carrier when a package arrives',
  description:
    'Returns for each service of FedEx and UPS when a package arrives that ships on a day. The carriers of the test environment are simulated. Transit times of Transit/Import go before those of carriers only for a warehouse.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    From: Type.String({
      pattern: '^([A-Za-z][A-Za-z0-9]{1,9}|\\d{5})$',
      description: 'A warehouse, or a ZIP code of five digits.',
    }),
    ToZipCode: Type.String({ pattern: '^\\d{5}$', description: 'Five digits.' }),
    ShipDate: Type.Optional(dateField('Default: today.')),
    Carriers: Type.Optional(
      Type.Array(codeField('A carrier.', carriers), {
        maxItems: carriers.length,
        description: 'Default: all carriers.',
      }),
    ),
  }),
  requestExample: { From: 'APC01', ToZipCode: '80202' },
  reply: {
    description: 'The estimates; none when the carrier has none.',
    schema: Type.Object({ Records: Type.Array(TransitEstimateRecord) }),
    example: {
      Records: [
        {
          ShippingCarrier: 'FEX',
          ShippingCarrierService: 'GRND',
          TransitDays: 3,
          EstimatedDeliveryDate: '11/20/2026',
        } satisfies Static<typeof TransitEstimateRecord>,
      ],
    },
  },
  errors: {
    400: 'A field is not valid, there is no such warehouse, or the carrier rejects the request.',
    403: 'No carrier is connected.',
  },
  execute: async ({ environment, request }) => {
    const asked = request.Carriers === undefined || request.Carriers.length === 0 ? carriers : request.Carriers;
    const result = await estimateTransitWithCarrier(environment, {
      from: request.From.toUpperCase(),
      toZip: request.ToZipCode,
      shipDate: parseUsDate(request.ShipDate ?? '') ?? Temporal.Now.plainDateISO(environment.config.timeZone),
      services: asked.flatMap((carrier) =>
        services
          .filter((service) => describeCarrierServiceFault(carrier, service) === undefined)
          .map((service) => ({ carrier, service })),
      ),
    });
    if (result.outcome === 'refused' && result.messages[0]?.code === 'no-origin') {
      const fault = { field: 'From', code: 'UnknownWarehouse', message: 'is neither a warehouse nor a ZIP code' };
      throw new AppError(refuse('ValidationFailed', `From ${fault.message}`, [fault]).refused);
    }
    return {
      Records: carrierReplyOrThrow(result).data.map(transitEstimateRecord),
    };
  },
});
