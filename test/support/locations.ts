/** Locations of a warehouse, as the tests of locations and bins create them. */
import { givenStock } from './catalog.ts';
import { openWinery } from './held-orders.ts';
import { type OperatorClient, signedIn } from './operator.ts';
import { openTestServer, type TestServer } from './server.ts';

export const warehouse = 'TWL01';

export interface LocationTestbed {
  readonly server: TestServer;
  readonly lead: OperatorClient;
  /** A winery with WINE-1 and WINE-2. */
  readonly customerNo: string;
  /** Creates a location that no other test uses with `Locations/Set`, and returns its code. */
  newLocation(properties?: object): Promise<string>;
}

let locations = 0;

export async function openLocations(): Promise<LocationTestbed> {
  const server = await openTestServer();
  const lead = await signedIn(server, 'lead');
  const { customerNo } = await openWinery(server);
  const items = ['WINE-1', 'WINE-2'].map((itemNo) => ({ itemNo, quantity: 100, warehouse }));
  await givenStock(server.environment.db, customerNo, items);
  const newLocation = async (properties: object = {}) => {
    locations += 1;
    const Location = `T-${String(locations).padStart(3, '0')}`;
    const request = { Warehouse: warehouse, Location, WalkOrder: locations, ...properties };
    const { status, body } = await lead.call('Locations/Set', request);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return Location;
  };
  return { server, lead, customerNo, newLocation };
}
