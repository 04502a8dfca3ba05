/** Dialogs that are open while another person changes the same record: what that person changed stays. */
import { expect, test } from 'vitest';
import { givenStock } from '../../support/catalog.ts';
import { mustSucceed, openFloor, worked } from '../../support/floor.ts';
import { givenWinery } from '../morning.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function changesOfOthersWalks(portal: () => PortalUnderTest): void {
  const dialog = () => portal().page.getByRole('dialog');
  const quantity = () => dialog().getByLabel(/^(Units|Quantity)$/);
  const isLive = () => portal().page.getByText('Live', { exact: true }).waitFor();

  /** Presses the button of the dialog, and returns what was sent. A preview is not: the dialog may count its effect again at any time. */
  const sentBy = async (button: string, operation: string) => {
    const [request] = await Promise.all([
      portal().page.waitForRequest((each) => each.url().endsWith(`/api/${operation}`) && !each.postDataJSON().Preview),
      dialog().getByRole('button', { name: button, exact: true }).click(),
    ]);
    await expect.poll(() => dialog().count(), patience).toBe(0);
    return request.postDataJSON();
  };

  test('changes of others: a corrected phone number says who corrected the street, and leaves it', async () => {
    const { server, page, admin, follow, lookAt } = portal();
    const winery = await givenWinery(server, `Meanwhile-${'Cellars-'.repeat(20)}`);
    const { customerNo: CustomerNo, reference: TransactionReferenceNumber, address } = await winery.order('MEAN-1');
    await follow(address);
    await isLive();
    await page.getByRole('button', { name: 'Correct recipient…' }).click();
    await dialog().getByLabel('Phone').fill('7075550199');
    const RecipientContactInfo = { Address: '20 Larimer St', Address2: 'W'.repeat(100) };
    const corrected = { CustomerNo, TransactionReferenceNumber, RecipientContactInfo };
    mustSucceed(await admin.call('Orders/CorrectRecipient', corrected));
    await page.getByText('20 Larimer St').waitFor();
    await dialog().getByRole('button', { name: 'Correct recipient', exact: true }).click();
    await dialog().getByRole('alert').getByText(`was changed by ${admin.operator.email}`).waitFor();
    await dialog().getByText('What you typed is kept.').waitFor();
    const sent = await sentBy('Correct recipient', 'Orders/CorrectRecipient');
    expect(sent.RecipientContactInfo).toEqual({ PhoneNumber: '7075550199' });
    await page.getByText('7075550199').waitFor();
    await page.getByText('20 Larimer St').waitFor();
    await lookAt('order-long-address');
    // Two lines may be the same, and none of them stays.
    const lines = page.locator('address span');
    for (const RecipientContactInfo of [
      { Company: 'Suite 5', Address: 'Suite 5', Address2: 'Suite 5' },
      { Company: 'Acme', Address: '1 Main St', Address2: 'Floor 9' },
    ]) {
      const again = { CustomerNo, TransactionReferenceNumber, RecipientContactInfo };
      mustSucceed(await admin.call('Orders/CorrectRecipient', again));
      const shown = Object.values(RecipientContactInfo);
      await expect.poll(async () => (await lines.allTextContents()).slice(0, 3), patience).toEqual(shown);
    }
    // As a server of an earlier version replies, which a page of this one may still call during an upgrade.
    await page.route('**/api/Orders/CorrectRecipient', async (route) => {
      const response = await route.fetch();
      const { HoldReasons: _, ...earlier } = await response.json();
      await route.fulfill({ response, json: earlier });
    });
    await page.getByRole('button', { name: 'Correct recipient…' }).click();
    await dialog().getByLabel('Phone').fill('7075550198');
    await sentBy('Correct recipient', 'Orders/CorrectRecipient');
    await page.getByText('7075550198').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('changes of others: what is changed on a purchase order and a transfer leaves their days and lines', async () => {
    const { server, page, admin, follow } = portal();
    const { customerNo: CustomerNo } = await givenWinery(server, 'Meanwhile Ridge');
    const purchase = {
      CustomerReferenceNo: 'MEAN-PO',
      TransportMethod: 'DROPOFF',
      RequestedDate: '03/03/2031',
      ReceiveToLocation: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
      ReferenceNo: 'TRUCK-1',
    };
    const transfer = {
      CustomerReferenceNo: 'MEAN-TO',
      RequestedDate: '03/03/2031',
      InventoryStatusCode: 'GOOD-NO-TX',
      TransferFromWarehouse: 'WOX01',
      TransferToWarehouse: 'SJU01',
      FirstName: 'Sample',
      LastName: 'Contact',
      PhoneNumber: '7075550100',
      EmailAddress: 'cellar@example.com',
    };
    for (const [operation, info, path] of [
      ['PurchaseOrders', { OrderInfo: purchase }, 'purchase-orders'],
      ['TransferOrders', { TransferInfo: transfer }, 'transfer-orders'],
    ] as const) {
      const ItemsInfo = [{ ItemNo: '23PIN-01', ItemQuantity: 60 }];
      const created = mustSucceed(await admin.call(`${operation}/Create`, { CustomerNo, ...info, ItemsInfo }));
      const { TransactionReferenceNumber } = created;
      await follow(`/${path}/${CustomerNo}/${TransactionReferenceNumber}`);
      await isLive();
      await page.getByRole('button', { name: 'Change…' }).click();
      await dialog().getByLabel('Instructions').fill('Dock 3');
      const [[group]] = Object.entries(info) as [[string, object]];
      const later = { [group]: { RequestedDate: '04/04/2031' }, ItemsInfo: [{ ItemNo: '23PIN-01', ItemQuantity: 48 }] };
      mustSucceed(await admin.call(`${operation}/Update`, { CustomerNo, TransactionReferenceNumber, ...later }));
      await page.getByRole('table', { name: 'Lines' }).getByText('48', { exact: true }).first().waitFor();
      expect(await sentBy('Save changes', `${operation}/Update`)).toEqual({
        CustomerNo,
        TransactionReferenceNumber,
        [group]: { SpecialInstruction: 'Dock 3' },
      });
      // Items are replaced whole, so those of another person are shown before they are.
      await page.getByText('Dock 3').first().waitFor();
      await page.getByRole('button', { name: 'Change…' }).click();
      await quantity().fill('18');
      const added = [...later.ItemsInfo, { ItemNo: '24ROSE', ItemQuantity: 6 }];
      const key = { CustomerNo, TransactionReferenceNumber };
      mustSucceed(await admin.call(`${operation}/Update`, { ...key, ItemsInfo: added }));
      await dialog().getByRole('button', { name: 'Save changes' }).click();
      await dialog().getByText('The order now has 48 × 23PIN-01, 6 × 24ROSE.').waitFor();
      await dialog().getByRole('alert').getByText('were changed after you read them').waitFor();
      expect(await quantity().inputValue()).toBe('18');
      expect((await sentBy('Save changes', `${operation}/Update`)).ItemsInfo).toHaveLength(1);
    }
  });

  test('changes of others: a plan and a rule of a pick face that another person has changed are not replaced', async () => {
    const { server, page, follow, signInAs, admin } = portal();
    const floor = await openFloor(server);
    const { customerNo: CustomerNo } = await floor.winery();
    const { lead } = floor;
    await signInAs(lead);
    mustSucceed(await lead.call('Counts/SetPlan', { Warehouse: worked, DaysA: 30, DaysB: 60, DaysC: 90 }));
    await follow(`/counts?view=differences&warehouse=${worked}`);
    await isLive();
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog().getByLabel('Class B').fill('61');
    mustSucceed(await lead.call('Counts/SetPlan', { Warehouse: worked, DaysA: 31, DaysB: 60, DaysC: 90 }));
    await page.getByText(/^A: .*every 31 days/).waitFor();
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    mustSucceed(await lead.call('Locations/Set', { Warehouse: worked, Location: 'MEAN-F1', WalkOrder: 9_001 }));
    const rule = { Warehouse: worked, Location: 'MEAN-F1', CustomerNo, ItemNo: 'WINE-1' };
    mustSucceed(await lead.call('Bins/SetRule', { ...rule, Minimum: 6, Target: 18 }));
    await follow(`/locations?view=faces&warehouse=${worked}`);
    await page.getByRole('button', { name: 'New rule…' }).click();
    await dialog().getByLabel('Pick face').fill('MEAN-F1');
    await dialog().getByRole('combobox', { name: 'Winery' }).fill(CustomerNo);
    await dialog().getByRole('option', { name: CustomerNo }).click();
    await dialog().getByLabel('Item').fill('WINE-1');
    await dialog().getByLabel('Filled below').fill('1');
    await dialog().getByLabel('Up to').fill('2');
    await dialog().getByRole('button', { name: 'Add rule' }).click();
    await dialog().getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    mustSucceed(await lead.call('Counts/SetPlan', { Warehouse: worked, DaysA: 0, DaysB: 0, DaysC: 0 }));
    mustSucceed(await lead.call('Bins/SetRule', { ...rule, Minimum: 0, Target: 0 }));
    await signInAs(admin);
  });

  test('changes of others: a new description of an endpoint says who changed its URL, and leaves it', async () => {
    const { server, page, admin, follow } = portal();
    const { customerNo: CustomerNo } = await givenWinery(server, 'Meanwhile Hooks');
    const endpoint = { CustomerNo, Url: 'https://hooks.example/one', Kinds: [], Format: 'standard', Description: '' };
    const { EndpointId } = mustSucceed(await admin.call('Webhooks/Create', endpoint));
    await follow(`/webhooks/${CustomerNo}/${EndpointId}`);
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog().getByLabel('Description').fill('Club');
    const moved = { CustomerNo, EndpointId, Url: 'https://hooks.example/two' };
    mustSucceed(await admin.call('Webhooks/Update', moved));
    await dialog().getByRole('button', { name: 'Save endpoint', exact: true }).click();
    await dialog().getByRole('alert').getByText(`was changed by ${admin.operator.email}`).waitFor();
    expect(await sentBy('Save endpoint', 'Webhooks/Update')).toEqual({
      CustomerNo,
      EndpointId,
      Description: 'Club',
      ExpectedVersion: expect.any(String),
    });
  });

  test('changes of others: a record that is replaced whole keeps what was typed, and is saved by the next attempt', async () => {
    const { server, page, admin, follow } = portal();
    await openFloor(server);
    const shipper = { Shipper: 'MEAN-S4', Name: 'Four', ScanCode: 'BOX-MEAN-S4', Format: 'standard', Bottles: 4 };
    const location = { Warehouse: worked, Location: 'MEAN-L1', Zone: 'OUTER', Kind: 'reserve', WalkOrder: 9_002 };
    const reason = { ReasonCode: 'MEAN-TASTING', UsedFor: 'adjustment', Direction: 'out' };
    const records = [
      {
        area: 'Shippers',
        where: '/shippers',
        field: 'Name',
        property: 'Name',
        typed: 'Four bottles',
        record: { ...shipper, LengthIn: 16, WidthIn: 10, HeightIn: 6, EmptyWeightLb: 2, IcePacks: true, InUse: true },
        other: { EmptyWeightLb: 3 },
        name: 'MEAN-S4',
      },
      {
        area: 'Locations',
        where: `/locations?warehouse=${worked}&text=OUTER`,
        field: 'Zone',
        property: 'Zone',
        typed: 'North',
        record: location,
        other: { Capacity: 24 },
        name: 'MEAN-L1',
      },
      {
        area: 'ReasonCodes',
        where: '/reason-codes',
        field: 'Meaning',
        property: 'Description',
        typed: 'Poured',
        record: { ...reason, Description: 'Tasted' },
        other: { Description: 'Drunk' },
        name: 'MEAN-TASTING',
      },
    ];
    // Its code begins those of more locations than a page of the list has.
    const Csv = ['location,walk_order', ...Array.from({ length: 60 }, (_, n) => `MEAN-L1-${n},1`)].join('\n');
    mustSucceed(await admin.call('Locations/Import', { Warehouse: worked, Csv }));
    for (const { area, where, field, property, typed, record, other, name } of records) {
      mustSucceed(await admin.call(`${area}/Set`, record));
      await follow(where);
      await page.getByRole('button', { name: `Change ${name}`, exact: true }).click();
      await dialog().getByLabel(field, { exact: true }).fill(typed);
      mustSucceed(await admin.call(`${area}/Set`, { ...record, ...other }));
      await dialog().getByRole('button', { name: 'Save', exact: true }).click();
      await dialog().getByRole('alert').getByText(`was changed by ${admin.operator.email}`).waitFor();
      await dialog().getByText('saving again replaces it with what is here').waitFor();
      expect(await sentBy('Save', `${area}/Set`)).toMatchObject({ ...record, [property]: typed });
    }
    const plan = { Warehouse: worked, DaysA: 30, DaysB: 60, DaysC: 90 };
    mustSucceed(await admin.call('Counts/SetPlan', plan));
    await follow(`/counts?view=differences&warehouse=${worked}`);
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog().getByLabel('Class B').fill('61');
    mustSucceed(await admin.call('Counts/SetPlan', { ...plan, DaysA: 31 }));
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByText('What you typed is kept.').waitFor();
    expect(await sentBy('Save', 'Counts/SetPlan')).toMatchObject({ ...plan, DaysB: 61 });
    mustSucceed(await admin.call('Counts/SetPlan', { ...plan, DaysA: 0, DaysB: 0, DaysC: 0 }));
  });

  test('changes of others: rules and the contents of a bin keep what was typed, and are saved by the next attempt', async () => {
    const { server, page, admin, follow } = portal();
    await openFloor(server);
    const { customerNo: CustomerNo } = await givenWinery(server, 'Meanwhile Rules');
    const set = async (operation: string, body: object) => mustSucceed(await admin.call(operation, body));
    /** Changes the record while the dialog is open: its first attempt is refused, and the next one saves what was typed. */
    const replacedBy = async (button: string, operation: string, meanwhile: object) => {
      await set(operation, meanwhile);
      await dialog().getByRole('button', { name: button, exact: true }).click();
      await dialog().getByRole('alert').getByText(admin.operator.email).waitFor();
      await dialog().getByText('saving again replaces it with what is here').waitFor();
      return await sentBy(button, operation);
    };
    const place = { Warehouse: worked, Location: 'MEAN-F1' };
    await set('Locations/Set', { ...place, Kind: 'pick', WalkOrder: 9_003 });
    const item = { ...place, CustomerNo, ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX' };

    const face = { ...item, Minimum: 6, Target: 24 };
    await set('Bins/SetRule', face);
    await follow(`/locations?view=faces&warehouse=${worked}`);
    await page.getByRole('button', { name: /^Change .*MEAN-F1/ }).click();
    await dialog().getByLabel('Up to').fill('48');
    expect(await replacedBy('Save', 'Bins/SetRule', { ...face, Minimum: 12 })).toMatchObject({ ...face, Target: 48 });

    await follow(`/locations?warehouse=${worked}&text=MEAN-F1`);
    await page.getByRole('button', { name: /^Contents .*MEAN-F1/ }).click();
    await dialog().getByRole('combobox', { name: 'Winery' }).fill(CustomerNo);
    await dialog().getByRole('option', { name: CustomerNo }).click();
    await dialog().getByLabel('Item', { exact: true }).fill('23PIN-01');
    await dialog().getByLabel('Units').fill('5');
    expect(await replacedBy('Save', 'Locations/SetContent', { ...item, Quantity: 4 })).toMatchObject({ Quantity: 5 });

    await follow('/rules?view=credit');
    await page.getByRole('button', { name: 'Hold an account…' }).click();
    await dialog().getByRole('combobox', { name: 'Winery' }).fill(CustomerNo);
    await dialog()
      .getByRole('option', { name: `${CustomerNo} · Meanwhile Rules` })
      .click();
    await dialog().getByLabel('Note to the winery').fill('Invoice 12');
    const held = await replacedBy('Hold account', 'Rules/SetCredit', { CustomerNo, OnHold: true });
    expect(held).toMatchObject({ CustomerNo, Description: 'Invoice 12' });

    await set('Rules/SetLicense', { CustomerNo, State: 'UT', Open: false });
    await follow('/rules?view=licenses');
    await page.getByRole('button', { name: 'Open or close a state…' }).click();
    await dialog().getByRole('combobox', { name: 'State' }).fill('Utah');
    await dialog().getByRole('option', { name: 'Utah' }).click();
    await dialog().getByRole('combobox', { name: 'Winery' }).fill(CustomerNo);
    await dialog()
      .getByRole('option', { name: `${CustomerNo} · Meanwhile Rules` })
      .click();
    const opened = await replacedBy('Close Utah', 'Rules/SetLicense', { CustomerNo, State: 'UT', Open: true });
    expect(opened).toMatchObject({ CustomerNo, State: 'UT', Open: false });

    const cutoff = { Warehouse: worked, ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', Cutoff: '13:00' };
    await set('Calendars/SetCutoff', cutoff);
    await follow(`/calendars?view=cutoffs&warehouse=${worked}`);
    await page
      .getByRole('button', { name: /^Change the cutoff of .*Ground/ })
      .first()
      .click();
    await dialog().getByLabel('Ships until').fill('15:30');
    const later = await replacedBy('Save', 'Calendars/SetCutoff', { ...cutoff, Cutoff: '12:00' });
    expect(later).toMatchObject({ Cutoff: '15:30' });

    await follow('/calendars?view=holidays&year=2031');
    await page.getByRole('button', { name: 'New holiday…' }).click();
    await dialog().getByLabel('Day').fill('2031-05-05');
    await dialog().getByLabel('Name').fill('Crush party');
    await dialog().getByRole('button', { name: 'Add holiday', disabled: false }).waitFor();
    await set('Calendars/SetHoliday', { Day: '05/05/2031', Name: 'Harvest day' });
    // The page reads the holidays of another person by itself.
    await dialog().getByText('“Harvest day”, which is replaced').waitFor();
    expect(await sentBy('Replace holiday', 'Calendars/SetHoliday')).toMatchObject({ Name: 'Crush party' });

    await follow(`/skus/${CustomerNo}/23PIN-01`);
    await page.getByRole('button', { name: 'Add code…' }).click();
    await dialog().getByLabel('Code').fill('CASE-MEAN-1');
    await dialog().getByLabel('Units that a scan counts').fill('6');
    const code = { CustomerNo, ItemNo: '23PIN-01', Code: 'CASE-MEAN-1' };
    await set('ItemCodes/Set', { ...code, Units: 12 });
    await dialog().getByText('The item has CASE-MEAN-1, of 12 units, which is replaced.').waitFor();
    expect(await sentBy('Replace code', 'ItemCodes/Set')).toMatchObject({ ...code, Units: 6 });
  });

  test('changes of others: stock is changed where the dialog was opened, also when another place comes first', async () => {
    const { server, page, admin, open } = portal();
    const { customerNo } = await givenWinery(server, 'Meanwhile Stock');
    await givenStock(server.environment.db, customerNo, [{ itemNo: '24ROSE', quantity: 6, warehouse: 'COB01' }]);
    await page.route('**/api/Warehouses/List', (route) => route.fulfill({ status: 502, json: {} }));
    await open(`/inventory/${customerNo}/24ROSE`);
    await isLive();
    await page.getByRole('button', { name: 'Change stock…' }).click();
    await dialog().getByText('The choices cannot be read.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog().count(), patience).toBe(0);
    await page.getByRole('button', { name: 'Change stock…' }).click();
    const warehouse = page
      .getByRole('dialog', { name: 'Change the stock of 24ROSE' })
      .getByRole('combobox', { name: 'Warehouse' });
    await expect.poll(() => warehouse.inputValue(), patience).toMatch(/^COB01/);
    const place = { CustomerNo: customerNo, Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'FOUND' };
    mustSucceed(await admin.call('Inventory/Adjust', { ...place, Items: [{ ItemNo: '24ROSE', Quantity: 6 }] }));
    await page.getByRole('table', { name: 'Where it is' }).getByText('APC01').waitFor();
    expect(await warehouse.inputValue()).toMatch(/^COB01/);
    await page.keyboard.press('Escape');
  });
}
