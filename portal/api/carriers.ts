/** Carriers and services by the names that people use, from the server. Codes stand in until they are loaded. */
import type { ReplyOf } from './client.ts';
import { useOperation } from './queries.ts';

type CarrierRecord = ReplyOf<'/api/Carriers/List'>['Records'][number];

/**
 * The carriers and services, with functions that return their names. Until they are loaded, the lists are empty and the
 * functions return the codes.
 */
export interface CarrierNames {
  readonly carriers: readonly CarrierRecord[];
  /** The services of all carriers, each once. */
  readonly services: readonly { readonly Code: string; readonly Name: string }[];
  carrierName(code: string): string;
  /** The name, with the code where several carriers share it: `Will call (WILL)`. */
  carrierLabel(code: string): string;
  /** The carrier's own name of its service. Without a carrier with this service, the name of the last carrier that has it. */
  serviceName(carrier: string | undefined, code: string): string;
  /**
   * The name of the service to show after the name of its carrier; '' for service NONE, and where both are the same, as `Will
   * call`.
   */
  addedServiceName(carrier: string, code: string): string;
}

const none: readonly CarrierRecord[] = [];

/**
 * Whether people pick up the orders of this carrier at the warehouse. Their boxes have no tracking number, and are not staged.
 */
export const isWillCallCarrier = (carrier: string): boolean => carrier === 'WIL' || carrier === 'WILL';

/** The choices of a field: `FedEx (FEX)`. */
export const codeOptions = (named: readonly { readonly Code: string; readonly Name: string }[]) =>
  named.map(({ Code, Name }) => ({ value: Code, label: Name === Code ? Code : `${Name} (${Code})` }));

export function useCarrierNames(): CarrierNames {
  const { data } = useOperation('/api/Carriers/List', {}, { isConstant: true });
  const carriers = data?.Records ?? none;
  const services = new Map(carriers.flatMap(({ Services }) => Services.map((service) => [service.Code, service])));
  const carrierName = (code: string) => carriers.find(({ Code }) => Code === code)?.Name ?? code;
  const serviceName = (carrier: string | undefined, code: string) => {
    const own = carriers.find(({ Code }) => Code === carrier)?.Services.find(({ Code }) => Code === code);
    return (own ?? services.get(code))?.Name ?? code;
  };
  return {
    carriers,
    services: [...services.values()],
    carrierName,
    carrierLabel: (code) => {
      const name = carrierName(code);
      return carriers.filter(({ Name }) => Name === name).length > 1 ? `${name} (${code})` : name;
    },
    serviceName,
    addedServiceName: (carrier, code) => {
      const name = serviceName(carrier, code);
      return code === 'NONE' || name.toLowerCase() === carrierName(carrier).toLowerCase() ? '' : name;
    },
  };
}

/** `FedEx 2Day, Ground; Will call; all others` of `FEX 2DAY`, `FEX GRND`, `WILL CALL`, `WIL CALL`, `*`. */
export function servicesInWords(services: readonly string[], { carrierName, serviceName }: CarrierNames): string {
  const named = services.map((service) => {
    if (service === '*') return { carrier: services.length > 1 ? 'all others' : 'All others', name: '' };
    const [carrier = '', code = ''] = service.split(' ');
    return { carrier: carrierName(carrier), name: serviceName(carrier, code) };
  });
  return [...Map.groupBy(named, ({ carrier }) => carrier)]
    .map(([carrier, each]) => {
      const names = new Set(
        each.map(({ name }) => name).filter((name) => name.toLowerCase() !== carrier.toLowerCase()),
      );
      return [carrier, [...names].join(', ')].join(' ').trim();
    })
    .join('; ');
}
