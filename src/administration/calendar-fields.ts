/** Cutoffs and holidays in requests and replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { carrierField, carrierServiceField, warehouseField } from '../contract/code-lists.ts';
import { dateField, textField } from '../contract/fields.ts';
import type { Cutoff } from '../contract/operator-settings.ts';
import { formatUsDate } from '../lib/dates.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';

export const cutoffKeyFields = {
  Warehouse: warehouseField('The warehouse.'),
  ShippingCarrier: carrierField('The carrier.'),
  ShippingCarrierService: carrierServiceField('The service.'),
};

export const CutoffFields = Type.Object({
  ...cutoffKeyFields,
  Cutoff: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description: "Until then an order still ships on the same day: HH:mm in the warehouse's time zone.",
  }),
});

export const cutoffExample = {
  Warehouse: 'APC01',
  ShippingCarrier: 'FEX' as const,
  ShippingCarrierService: 'GRND' as const,
  Cutoff: '14:30',
};

export const holidayDayField = dateField('The day.');

export const HolidayFields = Type.Object({
  Day: holidayDayField,
  Name: textField('Its name.', { minLength: 1, maxLength: 100 }),
});

export const holidayExample = { Day: '11/26/2026', Name: 'Thanksgiving' };

/** The value of a cutoff, as the audit shows it; its key is the subject. */
export const cutoffRecord = ({ time }: Cutoff) => ({ Cutoff: time });

/** A holiday as replies and the audit show it. */
export function holidayRecord({ date, name }: OperatorSettings['holidays'][number]): Static<typeof HolidayFields> {
  return { Day: formatUsDate(Temporal.PlainDate.from(date)), Name: name };
}
