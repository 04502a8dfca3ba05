/** Requests of CreateTransferOrder. */

/** One bottle of PIN from APC01 to COB01. */
export const transferRequest = (info: Readonly<Record<string, string>>) => ({
  TransferInfo: {
    RequestedDate: '01/04/2027',
    TransferFromWarehouse: 'APC01',
    TransferToWarehouse: 'COB01',
    InventoryStatusCode: 'GOOD-NO-TX',
    FirstName: 'Ann',
    LastName: 'Sample',
    PhoneNumber: '7075550100',
    EmailAddress: 'ann@winery.example',
    ...info,
  },
  ItemsInfo: [{ ItemNo: 'PIN', ItemQuantity: 1 }],
});
