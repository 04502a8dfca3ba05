/** A floor in production whose labels are bought of a carrier. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import type { TestServer } from '../support/server.ts';
import { pushEvent } from './carrier-events.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { connectCarrier, labelDeps } from './production.ts';
import { openProductionServer } from './production-server.ts';

export interface FloorWithCarrier {
  readonly server: TestServer;
  readonly floor: Floor;
  readonly carrier: FakeCarrier;
  /** The carrier reports that it has scanned the box with this tracking number. */
  scan(trackingNo: string | undefined, outcome?: string, status?: string): Promise<void>;
}

/** Opens one server for the tests of a file and a carrier for each test, after which the database must be consistent. */
export function useFloorWithCarrier(): FloorWithCarrier {
  const opened = {} as { server: TestServer; floor: Floor; carrier: FakeCarrier };
  beforeAll(async () => {
    opened.server = await openProductionServer();
    opened.floor = await openFloor(opened.server);
  });
  afterAll(() => opened.server.close());
  beforeEach(async () => {
    opened.carrier = await openFakeCarrier();
    connectCarrier(opened.server.environment, opened.carrier.url);
  });
  afterEach(async () => {
    expect(await verifyWholeDatabase(opened.server.environment.db)).toEqual([]);
    await opened.carrier.close();
  });
  return {
    get server() {
      return opened.server;
    },
    get floor() {
      return opened.floor;
    },
    get carrier() {
      return opened.carrier;
    },
    scan: async (trackingNo, outcome = 'applied', status = 'in_transit') => {
      const { server, carrier } = opened;
      // Events are of the last shipment.
      const nth = carrier.shipments.findIndex((shipment) => shipment.trackingNo === trackingNo);
      carrier.shipments.push(...carrier.shipments.splice(nth, 1));
      const details = [{ status, status_detail: 'arrived_at_facility', datetime: Temporal.Now.instant().toString() }];
      expect(await pushEvent(labelDeps(server.environment.db, carrier.url), carrier, details)).toBe(outcome);
    },
  };
}
