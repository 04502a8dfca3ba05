/** Carriers and services by the names that people use; the codes of the interface stay in tooltips. */
import type { ReplyOf } from '../api/client.ts';

type Preferences = ReplyOf<'/api/Customers/Get'>['Preferences'];
type CarrierCode = NonNullable<Preferences['Carrier']>;
type CarrierServiceCode = NonNullable<Preferences['Service']>;

export const carrierNames: Readonly<Record<CarrierCode, string>> = {
  FEX: 'FedEx',
  UPS: 'UPS',
  BSW: 'Best available',
  GSO: 'GSO',
  WIL: 'Will call',
  FCC: 'FedEx cold chain',
  TMC: 'UPS temperature-controlled',
  WST: 'WST',
  WILL: 'Will call',
};

export const serviceNames: Readonly<Record<CarrierServiceCode, string>> = {
  ONPR: 'Priority Overnight',
  GRND: 'Ground',
  '2DAY': '2Day',
  HOME: 'Home Delivery',
  ONST: 'Standard Overnight',
  CALL: 'Will Call',
  LPDS: 'LPDS',
  NONE: 'None',
  INPR: 'International Priority',
};

const named = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code;

export const carrierName = (code: string): string => named(carrierNames, code);
export const serviceName = (code: string): string => named(serviceNames, code);
