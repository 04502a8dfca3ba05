import { test } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { mustSucceed } from '../support/floor.ts';
import type { OrderOverrides } from '../support/orders.ts';
import { givenWinery, recipientOf } from './morning.ts';
import { listedPages } from './pages.ts';
import { walkPortal } from './walks.ts';

const W = (n: number) => 'W'.repeat(n);
walkPortal([
  (portal) => {
    test('extremes', { timeout: 900_000 }, async () => {
      const { server, admin, page, open, watched, morning } = portal();
      const { db } = server.environment;
      const winery = await givenWinery(server, W(200));
      const { customerNo } = winery;
      const no = (r: { status: number; body: unknown }, what: string) => {
        if (r.status >= 300) console.log('REFUSED', what, r.status, JSON.stringify(r.body).slice(0, 300));
        return r.body as any;
      };
      await givenItems(db, customerNo, [{ itemNo: W(50) }, { itemNo: '24LONG' }]);
      await db.rows(`update skus set description = $2 where customer_no = $1 and item_no in ('24LONG', $3)`, [customerNo, W(255), W(50)]);
      await givenStock(db, customerNo, [{ itemNo: W(50), quantity: 6 }, { itemNo: '24LONG', quantity: 1_000_000 }]);
      const orders: string[] = [];
      for (const n of [20, 30, 50, 100]) {
        const r = await winery.client.call('SalesOrder/CreateSalesOrder', {
          ...JSON.parse(JSON.stringify((await import('../support/orders.ts')).orderRequest({
            OrderInfo: { OrderNo: `${W(n - 1)}1`, HoldOrder: true },
            RecipientContactInfo: { ...recipientOf(0), FirstName: W(60), LastName: W(60), Company: W(100), Address: W(100), Address2: W(100), City: 'Denver' },
            ItemsInfo: [{ ItemNo: '24LONG', ItemQuantity: 6 }],
          } as OrderOverrides))),
        });
        if (r.status === 200) orders.push(r.body); else console.log('order', n, JSON.stringify(r.body).slice(0, 300));
      }
      no(await admin.call('Statuses/Set', { CustomerNo: customerNo, InventoryStatus: W(20), Description: W(100) }), 'status');
      no(await admin.call('Calendars/SetHoliday', { Day: '12/30/2026', Name: W(100), ExpectedVersion: '' }), 'holiday');
      no(await admin.call('Warehouses/Set', { Warehouse: W(10), ZipCode: '95814', City: W(100), Floor: 'worked' }), 'whse');
      no(await admin.call('Warehouses/SetAddress', { Warehouse: W(10), Company: W(100), Street: W(100), Street2: W(100), PhoneNumber: '9165550100' }), 'address');
      no(await admin.call('ReasonCodes/Set', { ReasonCode: W(20), Description: W(100), UsedFor: 'adjustment', Direction: 'both' }), 'reason');
      no(await admin.call('Locations/Set', { Warehouse: W(10), Location: W(30), Zone: W(30), WalkOrder: 10_000_000, Kind: 'pick', Capacity: 1_000_000 }), 'loc');
      no(await admin.call('Locations/SetContent', { Warehouse: W(10), Location: W(30), CustomerNo: customerNo, ItemNo: W(50), InventoryStatus: 'GOOD-NO-TX', Quantity: 1_000_000 }), 'content');
      no(await admin.call('Bins/SetRule', { Warehouse: W(10), Location: W(30), CustomerNo: customerNo, ItemNo: W(50), InventoryStatus: 'GOOD-NO-TX', Minimum: 999_999, Target: 1_000_000 }), 'rule');
      no(await admin.call('Operators/Create', { Email: `${W(60)}@${W(60)}.example`, Role: 'lead', Warehouses: ['APC01', 'APC02', 'COB01', 'COB02', 'ETC01', 'MMC01', 'PRB02', 'PRB04', 'SJU01', 'TWL01', 'VCX01', 'WOX01'] }), 'op');
      const ep = no(await admin.call('Webhooks/Create', { CustomerNo: customerNo, Url: `https://${'w'.repeat(60)}.${'w'.repeat(60)}.example/${W(500)}`, Kinds: [], Format: 'standard', Description: W(200) }), 'hook');
      no(await admin.call('Rules/SetWeather', { CustomerNo: customerNo, States: ['CO', 'AL', 'AK', 'AZ', 'AR', 'CA', 'CT', 'DE', 'FL', 'GA', 'HI'], StartDate: '11/01/2026', EndDate: '12/30/2026', Description: W(500), ExemptServices: ['2DAY', 'ONPR'] }), 'weather');
      no(await admin.call('Rules/SetCredit', { CustomerNo: customerNo, OnHold: true, Description: W(500) }), 'credit');
      no(await admin.call('SavedViews/Save', { Page: 'orders', Name: W(40), Filters: [{ Name: 'view', Value: 'held' }], IsShared: true }), 'view');
      no(await admin.call('Shippers/Set', { Shipper: W(10), Name: W(60), Format: 'standard', Bottles: 4, LengthIn: 99, WidthIn: 99, HeightIn: 99, TareLb: 9.99, InUse: true }), 'shipper');
      no(await admin.call('Floor/SetSchedule', { Warehouse: W(10), Name: W(60), Time: '12:00', Days: [1, 2, 3, 4, 5, 6, 7], WaveBy: ['Carrier', 'Service'] }), 'schedule');
      const po = no(await admin.call('PurchaseOrders/Create', { CustomerNo: customerNo, OrderInfo: { CustomerReferenceNo: W(50), ReferenceNo: W(50), TransportMethod: 'PICKUP', RequestedDate: '03/03/2031', ReceiveToLocation: 'APC01', InventoryStatusCode: 'GOOD-NO-TX', FirstName: W(50), LastName: W(50), Company: W(100), Address: W(100), Address2: W(100), City: W(50), State: 'CA', ZipCode: '94558', PhoneNumber: '7075550100', EmailAddress: 'a@b.example', SpecialInstruction: W(500) }, ItemsInfo: [{ ItemNo: W(50), ItemQuantity: 1_000_000 }] }), 'po');
      no(await admin.call('Inventory/Adjust', { CustomerNo: customerNo, Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', ReasonCode: W(20), Items: [{ ItemNo: W(50), Quantity: 5 }] }), 'adjust');
      await catchUpOrderIndex(db);
      const pages = [
        ...listedPages.map(({ at }) => (typeof at === 'string' ? at : at(morning))),
        ...orders.map((ref) => `/orders/${customerNo}/${ref}`),
        `/orders?customers=${customerNo}&text=${W(40)}`, `/skus/${customerNo}/24LONG`, `/skus/${customerNo}/${W(50)}`, `/inventory/${customerNo}/${W(50)}`,
        `/customers/${customerNo}`, `/webhooks/${customerNo}/${ep?.EndpointId}`, `/purchase-orders/${customerNo}/${po?.TransactionReferenceNumber}`,
        `/inbound?customers=${customerNo}`, `/skus?customers=${customerNo}`, `/inventory?customers=${customerNo}`, `/locations?warehouse=${W(10)}`, `/locations?view=faces&warehouse=${W(10)}`,
        `/holds?reason=Winery`, `/holds?reason=Weather`, `/activity/${customerNo}`, `/transactions?view=all&customer=${customerNo}`, '/release?view=schedules', `/bins`, '/audit',
      ];
      for (const width of [1280, 820]) {
        await page.setViewportSize({ width, height: 1000 });
        for (const at of pages) {
          await open(at);
          await page.locator('main').waitFor();
          const end = Date.now() + 15_000;
          await page.waitForTimeout(150);
          while (Date.now() < end && (await page.locator('main [aria-busy="true"]').count()) > 0) await page.waitForTimeout(50);
          const found = (await page.evaluate(`(() => { const f = [];
            if (document.documentElement.scrollWidth > innerWidth) f.push('page scrolls ' + document.documentElement.scrollWidth);
            for (const t of document.querySelectorAll('table:not(.visually-hidden *)')) if (t.offsetWidth > t.parentElement.clientWidth) f.push(t.ariaLabel + ' cut ' + t.offsetWidth + '>' + t.parentElement.clientWidth);
            const main = document.querySelector('main'); 
            for (const e of main.querySelectorAll('p, span, h1, h2, dd, address, strong, a, button, li')) { const r = e.getBoundingClientRect(); if (r.width > 0 && r.right > innerWidth + 1) { let o = e; let hid = false; while (o && o !== main) { const s = getComputedStyle(o); if (s.overflowX !== 'visible') hid = true; o = o.parentElement; } if (!hid) f.push('over ' + e.tagName + ' ' + (e.textContent||'').slice(0, 30)); } }
            return f; })()`)) as string[];
          if (found.length > 0) console.log('FAULT', width, at.slice(0, 60), found.slice(0, 4).join(' | '));
          // dialogs: press each button that ends with …
          if (width === 820) {
            const names = [...new Set(await page.locator('main button').evaluateAll((bs: any[]) => bs.filter((b) => !b.disabled && /…$/.test(b.textContent)).map((b) => b.getAttribute('aria-label') ?? b.textContent)))];
            const seen = new Set<string>();
            for (const name of names) {
              const kind = name.split(' ')[0]!;
              if (seen.has(kind) && !name.includes('WWW')) continue;
              seen.add(kind);
              try {
                await page.getByRole('button', { name, exact: true }).first().click({ timeout: 3000 });
                await page.getByRole('dialog').first().waitFor({ timeout: 5000 });
                await page.waitForTimeout(400);
                const d = (await page.evaluate(`(() => { const f = []; const d = document.querySelector('[role=dialog]'); if (!d) return f; const r = d.getBoundingClientRect(); if (r.right > innerWidth + 1) f.push('dialog wide'); for (const e of d.querySelectorAll('*')) { if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible' && !['INPUT','TEXTAREA'].includes(e.tagName) && e.clientWidth > 20 && !e.className.toString().includes('visually')) f.push(e.tagName + '.' + e.className.toString().slice(0,40) + ' scrolls ' + e.scrollWidth + '>' + e.clientWidth + ' ' + getComputedStyle(e).textOverflow); } return f.slice(0, 3); })()`)) as string[];
                if (d.length > 0) console.log('DIALOG', at.slice(0, 40), name.slice(0, 40), d.join(' | '));
                await page.keyboard.press('Escape');
                await page.getByRole('dialog').first().waitFor({ state: 'hidden', timeout: 3000 });
              } catch (error) {
                console.log('DIALOG?', at.slice(0, 40), name.slice(0, 40), String(error).slice(0, 100).replaceAll('\n', ' '));
                await open(at);
                await page.waitForTimeout(500);
              }
            }
          }
        }
      }
      console.log('faults', await watched.faults());
    });
  },
]);
void mustSucceed;
