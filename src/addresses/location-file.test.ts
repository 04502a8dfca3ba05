import { describe, expect, it } from 'vitest';
import { CsvTableError } from '../lib/csv-table.ts';
import { parseCarrierLocationFile } from './location-file.ts';

const header =
  'carrier,location_id,store_number,location_type,company,street,street2,city,state,zip,latitude,longitude,phone,email,hours,alcohol';

describe('parseCarrierLocationFile', () => {
  it('reads a directory', () => {
    const text = `${header}
fex,NAPA1,7,PHARMACY,"Corner, Pharmacy",100 Main Street,Suite 5,Napa,California,94558,38.3,-122.3,555-0100,desk@store.example,Mo-Fr 9-19; Sa 9-17,yes
UPS,U1,,,Market,1 Oak Av.,,Napa,CA,94559-1234,,,,,,no
`;
    const { locations, faults } = parseCarrierLocationFile(text);
    expect(faults).toEqual([]);
    expect(locations[0]).toEqual({
      carrier: 'FEX',
      locationId: 'NAPA1',
      storeNumber: '7',
      locationType: 'PHARMACY',
      companyName: 'Corner, Pharmacy',
      streetLines: ['100 MAIN ST', 'STE 5'],
      city: 'NAPA',
      state: 'CA',
      zipCode: '94558',
      point: { latitude: 38.3, longitude: -122.3 },
      phoneNumber: '555-0100',
      emailAddress: 'desk@store.example',
      operatingHours: ['Mo-Fr 9-19', 'Sa 9-17'],
      isAlcoholAllowed: true,
    });
    // Without coordinates it lies in the middle of its ZIP code.
    expect(locations[1]).toMatchObject({
      carrier: 'UPS',
      isAlcoholAllowed: false,
      point: { latitude: expect.closeTo(38.2, 0) },
    });
  });

  it.each([
    ['FDX,A,Shop,100 Main St,Napa,CA,94558', false],
    [',A,Shop,100 Main St,Napa,CA,94558', false],
    ['FEX,,Shop,100 Main St,Napa,CA,94558', false],
    ['FEX,A,Shop,100 Main St,Napa,CA,9455', true],
  ])('a row that may mean any stored location keeps the import from removing some: %s', (row, isComplete) => {
    const text = `carrier,location_id,company,street,city,state,zip
FEX,B,Shop,100 Main St,Napa,CA,94558
${row}
`;
    expect(parseCarrierLocationFile(text)).toMatchObject({ isComplete, locations: [{ locationId: 'B' }] });
  });

  it('skips bad rows and names each fault by line and column', () => {
    const text = `carrier,location_id,company,street,city,state,zip,latitude,longitude,alcohol
DHL,A,,100 Main St,Napa,ZZ,9455,,,maybe
FEX,B,Shop,100 Main St,Napa,CA,10001,91,x,
FEX,C,Shop
FEX,D,Shop,100 Main St,Napa,CA,94558,,,
FEX,D,Shop,100 Main St,Napa,CA,94558,,,
FEX,E,Shop,100 Main St,Napa,CA,94558,38.1,,
`;
    const { locations, faults, retained } = parseCarrierLocationFile(text);
    expect(locations.map((location) => location.locationId)).toEqual(['D']);
    expect(retained.map((location) => location.locationId)).toEqual(['B', 'E']);
    expect(faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual([
      '2 company: must not be empty',
      '2 carrier: must be FEX or UPS, not "DHL"',
      '2 state: "ZZ" is not a US state or territory',
      '2 zip: "9455" has neither 5 nor 9 digits',
      '2 alcohol: must be yes or no, not "maybe"',
      '3 zip: ZIP code 10001 is in NY, but state is CA',
      '3 latitude: must be a number from -90 to 90, not "91"',
      '3 longitude: must be a number from -180 to 180, not "x"',
      '4 : has 3 fields, the header 10',
      '6 location_id: is already in line 5',
      '7 longitude: must be a number from -180 to 180, not ""',
    ]);
  });

  it('reports coordinates of another place than the ZIP code', () => {
    const text = `carrier,location_id,company,street,city,state,zip,latitude,longitude
FEX,NEAR,Shop,100 Main St,Napa,CA,94558,38.3,-122.3
FEX,SIGN,Shop,100 Main St,Napa,CA,94558,38.3,122.3
FEX,TURNED,Shop,100 Main St,Napa,CA,94558,-80,38.3
`;
    const { locations, faults } = parseCarrierLocationFile(text);
    expect(locations.map(({ locationId }) => locationId)).toEqual(['NEAR']);
    expect(faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual([
      expect.stringMatching(/^3 latitude: and longitude lie \d+ miles from ZIP code 94558$/),
      expect.stringMatching(/^4 latitude: and longitude lie \d+ miles from ZIP code 94558$/),
    ]);
  });

  it('standardizes addresses', () => {
    const text = `carrier,location_id,company,street,street2,city,state,zip
FEX,A,Shop,"100 North Main Street, Suite 5",,  saint   helena,california,945741234
`;
    expect(parseCarrierLocationFile(text).locations[0]).toMatchObject({
      streetLines: ['100 N MAIN ST STE 5'],
      city: 'SAINT HELENA',
      state: 'CA',
      zipCode: '94574-1234',
    });
  });

  it.each([
    ['', 'the file is empty'],
    ['carrier,zip\n', 'column location_id, company, street, city, state is missing'],
    [`${header},color\n`, 'unknown column "color"'],
    [`${header},zip\n`, 'column zip appears twice'],
    [`${header}\n"FEX`, 'line 2: a quote is never closed'],
  ])('refuses %j as a whole', (text, message) => {
    expect(() => parseCarrierLocationFile(text)).toThrow(CsvTableError);
    expect(() => parseCarrierLocationFile(text)).toThrow(message);
  });
});
