/**
 * City names as people write them: suburbs, neighborhoods, boroughs and census-designated places with ZIP codes that the place
 * data names after another place, which must be kept; wrong names; and right names with other blanks.
 */

/** State, then names with a ZIP code of each. */
const acceptedTable = `
AL: Mountain Brook 35213, Mountain Brook 35223, Vestavia Hills 35216, Homewood 35209, Hoover 35226, Hoover 35244
AL: Irondale 35210, Cahaba Heights 35243
AZ: Anthem 85086, Ahwatukee 85048, Oro Valley 85737, Catalina Foothills 85718, Arcadia 85018, Biltmore 85016
AZ: Tanque Verde 85749, Casas Adobes 85704
CA: West Hollywood 90046, Hollywood 90028, Silver Lake 90026, Echo Park 90026, Eagle Rock 90041, Westwood 90024
CA: East Los Angeles 90022, Ladera Heights 90056, Florence-Graham 90001, Rancho Bernardo 92128, Pacific Beach 92109
CA: Del Mar Heights 92014, Hillsborough 94010, East Palo Alto 94303, Los Altos Hills 94022, Foster City 94404
CA: Piedmont 94611, Piedmont 94610, Kensington 94707, Rolling Hills Estates 90274, Tiburon 94920, Coto De Caza 92679
CA: Eastvale 92880, Jurupa Valley 92509, Noe Valley 94114, Silverado Resort 94558, Highland Park 90042
CA: Glen Park 94131, Carmel Valley 92130, Point Loma 92106, Mira Mesa 92126, Century City 90067, Bel Air 90077
CA: Hancock Park 90004, Koreatown 90005, Mar Vista 90066, Westchester 90045, La Canada 91011, Cardiff 92007
CA: Leucadia 92024, Montecito 93108, Carmel Highlands 93923, Monte Sereno 95030, Woodside 94062, Emerald Hills 94062
CA: North Fair Oaks 94063, Strawberry 94941, Kentfield 94904, Arden Arcade 95825, Gold River 95670, Larkfield 95403
CA: Silverado 94558, Hidden Meadows 92026, Brentwood 90049, Brentwood 90025
CO: Lakewood 80226, Lakewood 80215, Centennial 80112, Centennial 80122, Greenwood Village 80111
CO: Cherry Hills Village 80113, Thornton 80229, Northglenn 80234, Westminster 80021, Highlands Ranch 80126
CO: Ken Caryl 80127, Highlands 80211, Cherry Creek 80206, Cherry Creek 80209, Wash Park 80209, Columbine 80123
CO: Genesee 80401, Bow Mar 80123, Roxborough Park 80125, Gunbarrel 80301
CT: Rowayton 06853
DC: Georgetown 20007, Capitol Hill 20003, Chevy Chase 20015
FL: Doral 33172, Doral 33178, Doral 33166, Coral Gables 33134, Coral Gables 33146, Coral Gables 33156
FL: Pinecrest 33156, Palmetto Bay 33157, Cutler Bay 33189, Aventura 33180, Sunny Isles Beach 33160
FL: Bal Harbour 33154, Surfside 33154, Kendall 33183, Kendall 33176, Westchester 33165, Miami Lakes 33014
FL: Miami Lakes 33016, Miami Gardens 33169, Miami Shores 33138, North Miami 33161, North Miami Beach 33162
FL: South Miami 33143, Sweetwater 33174, Plantation 33324, Sunrise 33323, Weston 33326, Weston 33331, Davie 33328
FL: Cooper City 33330, Tamarac 33321, Lauderhill 33319, Wilton Manors 33305, Oakland Park 33334
FL: Lauderdale By The Sea 33308, Coral Springs 33065, Parkland 33067, Coconut Creek 33063, Royal Palm Beach 33411
FL: Town N Country 33615, Carrollwood 33618, St Pete Beach 33706, Treasure Island 33706, Kendale Lakes 33183
FL: Westchase 33626, Heathrow 32746, Lakewood Ranch 34202, Siesta Key 34242, Fisher Island 33109
FL: Palm Beach Shores 33404, Juno Beach 33408, Highland Beach 33487, Lighthouse Point 33064, Southwest Ranches 33330
FL: Hallandale Beach 33009, Golden Beach 33160, Fontainebleau 33172, Fountainebleau 33172
GA: Sandy Springs 30328, Sandy Springs 30350, Dunwoody 30338, Brookhaven 30319, Johns Creek 30022, Johns Creek 30097
GA: Milton 30004, Vinings 30339, Druid Hills 30307, Chamblee 30341, Doraville 30340, Buckhead 30305, Midtown 30308
GA: East Point 30344, East Cobb 30068
HI: Hawaii Kai 96825, Waikiki 96815, Kahala 96816, Manoa 96822, Lanikai 96734, Ko Olina 96707
IA: Clive 50311
ID: Garden City 83704
IL: Norridge 60706, South Barrington 60010, Hawthorn Woods 60047, Inverness 60067, Burr Ridge 60527, Lakeview 60657
IL: Hyde Park 60615, Lincoln Park 60614, Old Town 60610, Bannockburn 60015, Streeterville 60611, Wicker Park 60622
IL: Hyde Park 60637, Rogers Park 60626
IN: Speedway 46224, Broad Ripple 46220, Meridian Hills 46260
KS: Mission Hills 66208, Merriam 66203, Roeland Park 66205, Fairway 66205, Mission Woods 66205, Westwood 66205
KY: St Matthews 40207, Jeffersontown 40299, Crestview Hills 41017, Indian Hills 40207, St Regis Park 40220
LA: Harahan 70123, Uptown 70115, Garden District 70115, Old Metairie 70005
MA: Newton 02459, Newton 02465, Back Bay 02116, Beacon Hill 02108
MD: North Bethesda 20852, Wheaton 20902, Friendship Heights 20815, Roland Park 21210, Hampden 21211, Timonium 21093
MI: Grosse Pointe Farms 48236, Bloomfield Township 48302, Farmington Hills 48334, East Grand Rapids 49506
MI: Kentwood 49512, Rochester Hills 48309, Grosse Pointe Woods 48236, Grosse Pointe Park 48230
MI: Ann Arbor Township 48105
MN: Edina 55424, Edina 55435, Edina 55436, Bloomington 55420, Bloomington 55431, Richfield 55423, Plymouth 55447
MN: St Louis Park 55416, Golden Valley 55427, Roseville 55113, Maplewood 55109, Eagan 55123, Woodbury 55125
MN: Brooklyn Park 55443, Maple Grove 55369, Orono 55356, Deephaven 55391, North Oaks 55127, Sunfish Lake 55077
MN: Mendota Heights 55118
MO: Clayton 63105, University City 63130, Kirkwood 63122, Webster Groves 63119, Ladue 63124, Creve Coeur 63141
MO: Town And Country 63131, Gladstone 64118, Raytown 64133, Frontenac 63131, Des Peres 63131, Huntleigh 63131
MO: Central West End 63108, Brookside 64113
NC: Mint Hill 28227, Ballantyne 28277, Dilworth 28203, North Hills 27609
NE: Ralston 68127
NJ: Upper Montclair 07043, Forest Hill 07104
NM: Los Ranchos De Albuquerque 87107, North Valley 87107, Sandia Heights 87122
NV: Summerlin 89135, Paradise 89119, Spring Valley 89147, Enterprise 89139, Green Valley 89074
NY: Park Slope 11215, Bay Ridge 11209, Williamsburg 11211, Brooklyn Heights 11201, Coney Island 11224
NY: Riverdale 10463, Manhattan 10001, Manhattan 10025, Queens 11375, Queens 11432, Amherst 14226, Cheektowaga 14225
NY: Brighton 14618, Irondequoit 14617, Greece 14616, Dewitt 13214, Colonie 12205, Rye Brook 10573, Tribeca 10013
NY: Chelsea 10011, Harlem 10027, Inwood 10034, Upper East Side 10021, Greenwich Village 10014, DUMBO 11201
NY: Cobble Hill 11201, Bensonhurst 11214, Sheepshead Bay 11235, Douglaston 11363, Tottenville 10307, Riverdale 10471
NY: Pelham Manor 10803, Manursing Island 10580, Kings Point 11024, Sands Point 11050, Brookville 11545
NY: Muttontown 11791, Loudonville 12211, Snyder 14226, Williamsville 14221
OH: Shaker Heights 44120, Shaker Heights 44122, Cleveland Heights 44118, Cleveland Heights 44106, Pepper Pike 44124
OH: Parma 44129, Upper Arlington 43221, Bexley 43209, Worthington 43085, Grandview Heights 43212, Whitehall 43213
OH: Gahanna 43230, Blue Ash 45242, Montgomery 45242, Norwood 45212, Indian Hill 45243, Kettering 45429
OH: Centerville 45459, Oakwood 45419, Beavercreek 45431, Ottawa Hills 43606, Hyde Park 45208, Mariemont 45227
OH: The Village Of Indian Hill 45243, Hunting Valley 44022, Moreland Hills 44022, Orange 44022
OH: University Heights 44118, Mount Adams 45202
OK: Nichols Hills 73116, Nichols Hills 73120, Warr Acres 73132, The Village 73120, Midwest City 73110
OR: Tigard 97223, Milwaukie 97222, King City 97224, Cedar Hills 97225, Raleigh Hills 97225, Pearl District 97209
PA: Mount Lebanon 15228, Mt Lebanon 15216, Upper St Clair 15241, Fox Chapel 15238, Ross Township 15237
PA: Squirrel Hill 15217, Penn Hills 15235, Roxborough 19128, Manayunk 19127, Fishtown 19125, Shadyside 15232
PA: Sewickley Heights 15143, Mt Washington 15211, Chestnut Hill 19118, Mt Airy 19119, Rittenhouse 19103
PA: Merion 19066, Lower Merion 19003, Penn Wynne 19096
RI: East Side 02906
SC: Forest Acres 29206, Daniel Island 29492, Kiawah Island 29455, West Ashley 29407
TN: Farragut 37934, Oak Hill 37220, Forest Hills 37215, Belle Meade 37205, East Nashville 37206, East Memphis 38117
TN: Green Hills 37215, Bellevue 37221, Sylvan Park 37209
TX: The Woodlands 77381, The Woodlands 77382, The Woodlands 77380, West University Place 77005, Cinco Ranch 77494
TX: Jersey Village 77040, Hunters Creek Village 77024, Alamo Heights 78209, Terrell Hills 78209, Olmos Park 78212
TX: Castle Hills 78213, Leon Valley 78238, Highland Park 75205, University Park 75225, Farmers Branch 75234
TX: West Lake Hills 78746, Rollingwood 78746, Lakeway 78734, Bee Cave 78738, Fair Oaks Ranch 78015, Benbrook 76126
TX: The Heights 77008, Oak Hill 78735, Lake Highlands 75238, Westlake 76262, Bunker Hill Village 77024
TX: Piney Point Village 77024, Clear Lake 77058, Montrose 77006, Memorial 77024, Barton Creek 78735
TX: River Oaks 77019, Steiner Ranch 78732, Preston Hollow 75230, Shavano Park 78231, Stone Oak 78258
UT: Holladay 84117, Cottonwood Heights 84121, Millcreek 84106, South Salt Lake 84115, Taylorsville 84123
UT: Murray 84107, Sugar House 84106, Snyderville 84098
VA: Tuckahoe 23229, Short Pump 23233, Tysons 22102, Old Town 22314, Franconia 22310, Lake Ridge 22192
WA: Shoreline 98133, Shoreline 98155, Lake Forest Park 98155, Burien 98166, Tukwila 98168, Newcastle 98059
WA: University Place 98466, Mill Creek 98012, West Seattle 98116, Ballard 98107, Capitol Hill 98102
WA: Queen Anne 98109, Fremont 98103, Clyde Hill 98004, Yarrow Point 98004, Hunts Point 98004, Normandy Park 98166
WA: Fircrest 98466
WI: Shorewood 53211, Whitefish Bay 53217, Fox Point 53217, Wauwatosa 53213, West Allis 53214, Greenfield 53220
WI: Fitchburg 53711, Bayside 53217, River Hills 53209, Glendale 53209, Maple Bluff 53704
`;

/** Test cases: names in use for a ZIP code that the place data names after another place. Validation must keep them. */
export const acceptedCityCases: readonly (readonly [city: string, state: string, zipCode: string])[] = acceptedTable
  .trim()
  .split('\n')
  .flatMap((line) =>
    line
      .slice(4)
      .split(', ')
      .map((pair) => [pair.slice(0, -6), line.slice(0, 2), pair.slice(-5)] as const),
  );

/** Test cases: wrong city names, most of them misspelled, each with the one correction that validation must suggest. */
export const misspelledCityCases: readonly (readonly [city: string, state: string, zipCode: string, meant: string])[] =
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
    ['Soath Bend', 'IN', '46601', 'SOUTH BEND'],
    ['Charlottee', 'NC', '28201', 'CHARLOTTE'],
    ['Kensingtonn', 'CA', '94707', 'KENSINGTON'],
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

/**
 * Test cases: correct names that are written with other blanks, punctuation or abbreviations than in the place data.
 * Validation must keep them.
 */
export const citySpellingVariantCases: readonly (readonly [city: string, state: string, zipCode: string])[] = [
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

/** Test cases: names of cities that the ZIP code does not belong to. Validation must suggest another one for each. */
export const mismatchedCityCases: readonly (readonly [city: string, state: string, zipCode: string])[] = [
  ['Yountville', 'CA', '94558'],
  ['Sacramento', 'CA', '94558'],
  ['Portland', 'OR', '97101'],
  ['Brooklyn', 'NY', '10001'],
  ['Los Angeles', 'CA', '91101'],
  ['San Francisco', 'CA', '94601'],
  ['Denver', 'CO', '81501'],
  ['Dallas', 'TX', '77002'],
  ['Pasadena', 'CA', '90049'],
  ['Oakland', 'CA', '90049'],
  ['Brentwood', 'CA', '94558'],
  ['Corpus Christi', 'TX', '77019'],
  ['Napa', 'CA', '90049'],
  ['Yountville', 'CA', '90049'],
  ['Galveston', 'TX', '77019'],
];
