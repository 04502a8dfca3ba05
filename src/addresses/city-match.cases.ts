/**
 * City names as people write them, with ZIP codes that the place data names after another place: suburbs, neighborhoods,
 * boroughs and census-designated places, which must be kept; and names that are wrong. All are real.
 */

/** State, then names with a ZIP code of each. */
const acceptedTable = `
AL: Mountain Brook 35213, Mountain Brook 35223, Vestavia Hills 35216, Homewood 35209
AL: Hoover 35226, Hoover 35244, Irondale 35210
AZ: Anthem 85086, Ahwatukee 85048, Oro Valley 85737, Catalina Foothills 85718
CA: West Hollywood 90046, Hollywood 90028, Silver Lake 90026, Echo Park 90026, Eagle Rock 90041
CA: Westwood 90024, East Los Angeles 90022, Ladera Heights 90056, Florence-Graham 90001
CA: Rancho Bernardo 92128, Pacific Beach 92109, Del Mar Heights 92014, Hillsborough 94010
CA: East Palo Alto 94303, Los Altos Hills 94022, Foster City 94404, Piedmont 94611
CA: Piedmont 94610, Kensington 94707, Rolling Hills Estates 90274, Tiburon 94920
CA: Coto De Caza 92679, Eastvale 92880, Jurupa Valley 92509, Noe Valley 94114
CA: Silverado Resort 94558
CO: Lakewood 80226, Lakewood 80215, Centennial 80112, Centennial 80122, Greenwood Village 80111
CO: Cherry Hills Village 80113, Thornton 80229, Northglenn 80234, Westminster 80021
CO: Highlands Ranch 80126, Ken Caryl 80127, Highlands 80211, Cherry Creek 80206
DC: Georgetown 20007
FL: Doral 33172, Doral 33178, Doral 33166, Coral Gables 33134, Coral Gables 33146
FL: Coral Gables 33156, Pinecrest 33156, Palmetto Bay 33157, Cutler Bay 33189, Aventura 33180
FL: Sunny Isles Beach 33160, Bal Harbour 33154, Surfside 33154, Kendall 33183, Kendall 33176
FL: Westchester 33165, Miami Lakes 33014, Miami Lakes 33016, Miami Gardens 33169
FL: Miami Shores 33138, North Miami 33161, North Miami Beach 33162, South Miami 33143
FL: Sweetwater 33174, Plantation 33324, Sunrise 33323, Weston 33326, Weston 33331, Davie 33328
FL: Cooper City 33330, Tamarac 33321, Lauderhill 33319, Wilton Manors 33305, Oakland Park 33334
FL: Lauderdale By The Sea 33308, Coral Springs 33065, Parkland 33067, Coconut Creek 33063
FL: Royal Palm Beach 33411, Town N Country 33615, Carrollwood 33618, St Pete Beach 33706
FL: Treasure Island 33706
GA: Sandy Springs 30328, Sandy Springs 30350, Dunwoody 30338, Brookhaven 30319
GA: Johns Creek 30022, Johns Creek 30097, Milton 30004, Vinings 30339, Druid Hills 30307
GA: Chamblee 30341, Doraville 30340, Buckhead 30305, Midtown 30308
HI: Hawaii Kai 96825, Waikiki 96815
IA: Clive 50311
ID: Garden City 83704
IL: Norridge 60706, South Barrington 60010, Hawthorn Woods 60047, Inverness 60067
IL: Burr Ridge 60527, Lakeview 60657, Hyde Park 60615, Lincoln Park 60614, Old Town 60610
IN: Speedway 46224
KS: Mission Hills 66208, Merriam 66203, Roeland Park 66205
KY: St Matthews 40207, Jeffersontown 40299, Crestview Hills 41017
LA: Harahan 70123
MA: Newton 02459, Newton 02465
MD: North Bethesda 20852, Wheaton 20902
MI: Grosse Pointe Farms 48236, Bloomfield Township 48302, Farmington Hills 48334
MI: East Grand Rapids 49506, Kentwood 49512, Rochester Hills 48309
MN: Edina 55424, Edina 55435, Edina 55436, Bloomington 55420, Bloomington 55431, Richfield 55423
MN: Plymouth 55447, St Louis Park 55416, Golden Valley 55427, Roseville 55113, Maplewood 55109
MN: Eagan 55123, Woodbury 55125, Brooklyn Park 55443, Maple Grove 55369
MO: Clayton 63105, University City 63130, Kirkwood 63122, Webster Groves 63119, Ladue 63124
MO: Creve Coeur 63141, Town And Country 63131, Gladstone 64118, Raytown 64133
NC: Mint Hill 28227
NE: Ralston 68127
NM: Los Ranchos De Albuquerque 87107, North Valley 87107
NV: Summerlin 89135, Paradise 89119, Spring Valley 89147, Enterprise 89139
NY: Park Slope 11215, Bay Ridge 11209, Williamsburg 11211, Brooklyn Heights 11201
NY: Coney Island 11224, Riverdale 10463, Manhattan 10001, Manhattan 10025, Queens 11375
NY: Queens 11432, Amherst 14226, Cheektowaga 14225, Brighton 14618, Irondequoit 14617
NY: Greece 14616, Dewitt 13214, Colonie 12205, Rye Brook 10573, Tribeca 10013
OH: Shaker Heights 44120, Shaker Heights 44122, Cleveland Heights 44118, Cleveland Heights 44106
OH: Pepper Pike 44124, Parma 44129, Upper Arlington 43221, Bexley 43209, Worthington 43085
OH: Grandview Heights 43212, Whitehall 43213, Gahanna 43230, Blue Ash 45242, Montgomery 45242
OH: Norwood 45212, Indian Hill 45243, Kettering 45429, Centerville 45459, Oakwood 45419
OH: Beavercreek 45431, Ottawa Hills 43606
OK: Nichols Hills 73116, Nichols Hills 73120, Warr Acres 73132, The Village 73120
OK: Midwest City 73110
OR: Tigard 97223, Milwaukie 97222, King City 97224
PA: Mount Lebanon 15228, Mt Lebanon 15216, Upper St Clair 15241, Fox Chapel 15238
PA: Ross Township 15237, Squirrel Hill 15217, Penn Hills 15235, Roxborough 19128, Manayunk 19127
PA: Fishtown 19125
SC: Forest Acres 29206
TN: Farragut 37934, Oak Hill 37220, Forest Hills 37215, Belle Meade 37205, East Nashville 37206
TN: East Memphis 38117, Green Hills 37215
TX: The Woodlands 77381, The Woodlands 77382, The Woodlands 77380, West University Place 77005
TX: Cinco Ranch 77494, Jersey Village 77040, Hunters Creek Village 77024, Alamo Heights 78209
TX: Terrell Hills 78209, Olmos Park 78212, Castle Hills 78213, Leon Valley 78238
TX: Highland Park 75205, University Park 75225, Farmers Branch 75234, West Lake Hills 78746
TX: Rollingwood 78746, Lakeway 78734, Bee Cave 78738, Fair Oaks Ranch 78015, Benbrook 76126
TX: The Heights 77008
UT: Holladay 84117, Cottonwood Heights 84121, Millcreek 84106, South Salt Lake 84115
UT: Taylorsville 84123, Murray 84107
VA: Tuckahoe 23229, Short Pump 23233, Tysons 22102
WA: Shoreline 98133, Shoreline 98155, Lake Forest Park 98155, Burien 98166, Tukwila 98168
WA: Newcastle 98059, University Place 98466, Mill Creek 98012, West Seattle 98116, Ballard 98107
WA: Capitol Hill 98102
WI: Shorewood 53211, Whitefish Bay 53217, Fox Point 53217, Wauwatosa 53213, West Allis 53214
WI: Greenfield 53220, Fitchburg 53711
`;

export const acceptedCities: readonly (readonly [city: string, state: string, zipCode: string])[] = acceptedTable
  .trim()
  .split('\n')
  .flatMap((line) =>
    line
      .slice(4)
      .split(', ')
      .map((pair) => [pair.slice(0, -6), line.slice(0, 2), pair.slice(-5)] as const),
  );

/** Wrong in spelling only: the one correction. */
export const misspelledCityNames: readonly (readonly [city: string, state: string, zipCode: string, meant: string])[] =
  [
    ['LosAngeles', 'CA', '90012', 'LOS ANGELES'],
    ['losangeles', 'CA', '90012', 'LOS ANGELES'],
    ['St.Louis', 'MO', '63101', 'SAINT LOUIS'],
    ['StLouis', 'MO', '63101', 'SAINT LOUIS'],
    ['SAINTLOUIS', 'MO', '63101', 'SAINT LOUIS'],
    ['NorthHollywood', 'CA', '91602', 'NORTH HOLLYWOOD'],
    ['WestPalmBeach', 'FL', '33401', 'WEST PALM BEACH'],
    ['FortWorth', 'TX', '76102', 'FORT WORTH'],
    ['ElPaso', 'TX', '79901', 'EL PASO'],
    ['SanFrancisco', 'CA', '94105', 'SAN FRANCISCO'],
    ['NewYork', 'NY', '10001', 'NEW YORK'],
    ['SaltLake City', 'UT', '84101', 'SALT LAKE CITY'],
    ['SandySprings', 'GA', '30328', 'SANDY SPRINGS'],
    ['CoralGables', 'FL', '33134', 'CORAL GABLES'],
    ['TheWoodlands', 'TX', '77381', 'THE WOODLANDS'],
    ['Sandy Sprngs', 'GA', '30328', 'SANDY SPRINGS'],
    ['Coral Gabels', 'FL', '33134', 'CORAL GABLES'],
    ['The Woodlnads', 'TX', '77381', 'THE WOODLANDS'],
    ['Edena', 'MN', '55424', 'EDINA'],
    ['Wauwatosaa', 'WI', '53213', 'WAUWATOSA'],
    ['Napa, CA', 'CA', '94558', 'NAPA'],
    ['Edina MN', 'MN', '55424', 'EDINA'],
    ['Naap', 'CA', '94558', 'NAPA'],
    ['Denvr', 'CO', '80202', 'DENVER'],
    ['Filadelfia', 'PA', '19103', 'PHILADELPHIA'],
    ['Pittsburg', 'PA', '15222', 'PITTSBURGH'],
    ['Cincinatti', 'OH', '45202', 'CINCINNATI'],
    ['Alburquerque', 'NM', '87102', 'ALBUQUERQUE'],
    ['Minneapolus', 'MN', '55401', 'MINNEAPOLIS'],
    ['Tuscon', 'AZ', '85701', 'TUCSON'],
    ['Hosuton', 'TX', '77002', 'HOUSTON'],
    ['Pheonix', 'AZ', '85004', 'PHOENIX'],
    ['Sacremento', 'CA', '95814', 'SACRAMENTO'],
    ['Talahassee', 'FL', '32301', 'TALLAHASSEE'],
    ['Indianoplis', 'IN', '46204', 'INDIANAPOLIS'],
    ['Balitmore', 'MD', '21201', 'BALTIMORE'],
    ['Millwaukee', 'WI', '53202', 'MILWAUKEE'],
    ['Seatle', 'WA', '98101', 'SEATTLE'],
    ['Honlulu', 'HI', '96813', 'HONOLULU'],
    ['Omahaa', 'NE', '68102', 'OMAHA'],
    ['LA', 'CA', '90012', 'LOS ANGELES'],
    ['NYC', 'NY', '10001', 'NEW YORK'],
    ['Vegas', 'NV', '89101', 'LAS VEGAS'],
    ['N/A', 'CA', '94558', 'NAPA'],
    ['Chicago', 'GA', '30301', 'ATLANTA'],
  ];

/** Right, although written with other blanks than in the place data. */
export const otherwiseWrittenCities: readonly (readonly [city: string, state: string, zipCode: string])[] = [
  ['McLean', 'VA', '22101'],
  ['Mc Minnville', 'OR', '97128'],
  ['St. Louis', 'MO', '63101'],
  ['Winston Salem', 'NC', '27101'],
  ["Coeur d'Alene", 'ID', '83814'],
  ["Lee's Summit", 'MO', '64081'],
  ['Ft. Worth', 'TX', '76102'],
  ['DeKalb', 'IL', '60115'],
  ['LaGrange', 'GA', '30240'],
];

/** Names of places elsewhere: never kept without a candidate. */
export const citiesElsewhere: readonly (readonly [city: string, state: string, zipCode: string])[] = [
  ['Yountville', 'CA', '94558'],
  ['Sacramento', 'CA', '94558'],
  ['Portland', 'OR', '97101'],
  ['Brooklyn', 'NY', '10001'],
  ['Los Angeles', 'CA', '91101'],
  ['San Francisco', 'CA', '94601'],
  ['Denver', 'CO', '81501'],
  ['Dallas', 'TX', '77002'],
];
