/** Standing rules as the server lists them, and their parts in words. */
import type { CarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';
import { formatApiDay } from '../../design/format.ts';

type Rules = ReplyOf<'/api/Rules/List'>;
export type WeatherWindow = Rules['WeatherWindows'][number];
export type LicenseRule = Rules['LicenseRules'][number];
export type CreditHoldRule = Rules['CreditHolds'][number];

export const orderTypeNames: Readonly<Record<string, string>> = {
  CLUB: 'Club',
  RETAIL: 'Retail',
  DTT: 'Direct to trade',
  JIT: 'Just in time',
  DELIVERY_TO_WINERY: 'Delivery to winery',
  WHOLESALE: 'Wholesale',
};

export const orderTypeOptions = Object.entries(orderTypeNames).map(([value, label]) => ({ value, label }));

/** `Jul 13 to Jul 17`, or one day. */
export const weatherPeriodInWords = ({ StartDate, EndDate }: WeatherWindow): string =>
  StartDate === EndDate ? formatApiDay(StartDate) : `${formatApiDay(StartDate)} to ${formatApiDay(EndDate)}`;

/** `TX, OK, ZIP codes 770 771` */
export const weatherPlacesInWords = ({ States, ZipPrefixes }: WeatherWindow): string =>
  [...States, ...(ZipPrefixes.length > 0 ? [`ZIP codes ${ZipPrefixes.join(' ')}`] : [])].join(', ');

/** The exemptions of a window in words: services, carriers and ice packs that ship despite it. */
export const weatherExemptionsInWords = ({ ExemptServices, IcePackExempt }: WeatherWindow): string =>
  [...ExemptServices, ...(IcePackExempt ? ['ice packs'] : [])].join(', ');

/** The options of exemptions: services, and carriers (with all their services). */
export const exemptOptions = ({ services, carriers }: CarrierNames) =>
  [...services, ...carriers].map(({ Code, Name }) => ({
    value: Code,
    label: Name === Code ? Code : `${Code} ${Name}`,
  }));

/** `20260713`, which sorts and compares. */
const dayNumber = (date: string): string => {
  const [month = '', day = '', year = ''] = date.split('/');
  return `${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`;
};

/** Whether the first day of a window is today or earlier, in the browser's time zone. */
export function hasWeatherWindowBegun({ StartDate }: WeatherWindow): boolean {
  const now = new Date();
  const today = `${now.getMonth() + 1}/${now.getDate()}/${now.getFullYear()}`;
  return dayNumber(StartDate) <= dayNumber(today);
}

/** `07/13/2026` of a date field's `2026-07-13`. */
export const wireDate = (iso: string): string => iso.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

/** Whom a rule applies to, in words: the name and the number of the winery, or `All wineries` for `*`. */
export const wineryOrAllText = ({
  CustomerNo,
  CustomerName,
}: {
  readonly CustomerNo: string;
  readonly CustomerName: string;
}): string => (CustomerNo === '*' ? 'All wineries' : `${CustomerName} ${CustomerNo}`.trim());
