/** Column header, names and cities for customer lists in one language. */
interface Words {
  readonly header: string;
  readonly surnames: string;
  readonly names: string;
  readonly cities: string;
}

export const WORDS = {
  Japanese: {
    header: "氏名,電話番号,住所,金額",
    surnames: "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 松本 井上 木村 清水 斎藤",
    names: "太郎 花子 健太 由美 一郎 美咲 翔太 陽菜 さくら 大輔",
    cities: "東京 大阪 名古屋 札幌 福岡 横浜 京都 神戸 仙台 広島",
  },
  "simplified Chinese": {
    header: "姓名,电话,城市,金额",
    surnames: "王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡",
    names: "伟 芳 秀英 丽丽 小明 静 建国 志强 海燕 文博",
    cities: "北京 上海 广州 深圳 成都 杭州 武汉 西安 重庆 南京",
  },
  "traditional Chinese": {
    header: "姓名,電話,城市,金額",
    surnames: "陳 林 黃 張 李 王 吳 劉 蔡 楊 許 鄭 謝",
    names: "志明 淑芬 家豪 美玲 怡君 俊傑 雅婷 建宏",
    cities: "臺北 高雄 臺中 臺南 新竹 桃園 基隆 嘉義",
  },
  Korean: {
    header: "이름,전화,도시,금액",
    surnames: "김 이 박 최 정 강 조 윤 장 임",
    names: "민수 지영 서연 영호 지훈 수진 은주 현우",
    cities: "서울 부산 대구 인천 광주 대전 울산 수원",
  },
  Czech: {
    header: "Jméno,Telefon,Město,Částka",
    surnames: "Novák Svoboda Dvořák Černý Procházka Kučera Veselý Horák Němec Pokorný Růžičková Křížová",
    names: "Petr Lucie Šárka Tomáš Jiří Ondřej Zdeněk Věra Božena Jan",
    cities: "Praha Brno Ostrava Plzeň Děčín Zlín Ústí Olomouc Třebíč Jihlava",
  },
  Polish: {
    header: "Imię i nazwisko,Telefon,Miasto,Kwota",
    surnames: "Kowalski Nowak Wiśniewski Wójcik Kamiński Lewandowski Zieliński Dąbrowska Woźniak Jabłońska",
    names: "Łukasz Małgorzata Paweł Agnieszka Stanisław Żaneta Grażyna Michał",
    cities: "Warszawa Kraków Łódź Wrocław Poznań Gdańsk Częstochowa Białystok Toruń",
  },
  Hungarian: {
    header: "Név,Telefon,Város,Összeg",
    surnames: "Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Győri",
    names: "László István Zoltán Erzsébet Éva Katalin Gergő Ágnes",
    cities: "Budapest Debrecen Győr Pécs Székesfehérvár Miskolc Kecskemét Sopron",
  },
  Russian: {
    header: "Фамилия,Телефон,Город,Сумма",
    surnames: "Иванов Петров Сидоров Смирнов Кузнецов Попов Васильева Михайлов Фёдоров Соколова",
    names: "Иван Пётр Анна Ольга Сергей Наталья Дмитрий Юлия",
    cities: "Москва Казань Самара Омск Уфа Пермь Воронеж Екатеринбург",
  },
  Ukrainian: {
    header: "Прізвище,Телефон,Місто,Сума",
    surnames: "Шевченко Коваленко Бондаренко Ткаченко Кравченко Олійник Їжакевич",
    names: "Олена Андрій Юрій Тетяна Євген Наталія",
    cities: "Київ Харків Львів Одеса Дніпро Вінниця Чернівці",
  },
  Greek: {
    header: "Όνομα,Τηλέφωνο,Πόλη,Ποσό",
    surnames: "Παπαδόπουλος Γεωργίου Νικολάου Οικονόμου Δημητρίου Βασιλείου Άγγελος",
    names: "Γιώργος Μαρία Ελένη Κώστας Δημήτρης Άννα",
    cities: "Αθήνα Πάτρα Βόλος Θεσσαλονίκη Ηράκλειο Λάρισα",
  },
  Turkish: {
    header: "Adı,Telefon,Şehir,Tutar",
    surnames: "Yılmaz Kaya Demir Şahin Çelik Yıldız Öztürk Aydın Özdemir Arslan Doğan",
    names: "Mehmet Ayşe Fatma Mustafa Emine Hüseyin İbrahim Gülşen",
    cities: "İstanbul Ankara İzmir Bursa Eskişehir Diyarbakır Muğla",
  },
  Hebrew: {
    header: "שם,טלפון,עיר,סכום",
    surnames: "כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן",
    names: "דוד שרה משה רחל יוסף מרים נועה",
    cities: "ירושלים חיפה אשדוד נתניה באר שבע",
  },
  Arabic: {
    header: "الاسم,الهاتف,المدينة,المبلغ",
    surnames: "محمد أحمد علي حسن إبراهيم الخطيب العلي السيد",
    names: "فاطمة خالد عائشة يوسف مريم عمر",
    cities: "القاهرة دمشق بغداد الرياض عمّان تونس",
  },
  Thai: {
    header: "ชื่อ,โทรศัพท์,จังหวัด,จำนวน",
    surnames: "สมชาย สมศรี ประเสริฐ วิชัย สุดา มานะ",
    names: "ใจดี รักไทย ทองคำ ศรีสุข บุญมา",
    cities: "กรุงเทพ เชียงใหม่ ภูเก็ต ขอนแก่น ชลบุรี",
  },
  German: {
    header: "Name,Telefon,Stadt,Größe",
    surnames: "Müller Schmidt Schneider Weiß Schäfer König Jäger Groß Krüger",
    names: "Jörg Anna Günther Käthe Björn Thomas",
    cities: "München Köln Düsseldorf Berlin Nürnberg Gießen",
  },
  French: {
    header: "Nom,Téléphone,Ville,Montant",
    surnames: "Lefèvre Bernard Rémy Gérard François Noël Benoît Dubois",
    names: "Hélène André Zoé Jérôme Gaëlle Pierre",
    cities: "Orléans Besançon Béziers Lyon Nîmes Angoulême",
  },
  Spanish: {
    header: "Nombre,Teléfono,Ciudad,Importe",
    surnames: "García Martínez López Sánchez Pérez Núñez Muñoz Ibáñez",
    names: "José María Ángel Begoña Jesús Inés",
    cities: "Málaga Córdoba León Cádiz Logroño Madrid",
  },
  Lithuanian: {
    header: "Pavardė,Telefonas,Miestas,Suma",
    surnames: "Kazlauskas Jankauskienė Žukauskas Šimkus Petrauskaitė Čepaitis",
    names: "Jonas Rūta Vytautė Mindaugas Agnė Eglė",
    cities: "Vilnius Kaunas Klaipėda Šiauliai Panevėžys Alytus",
  },
  Italian: {
    header: "Nome,Telefono,Città,Importo",
    surnames: "Rossi Bianchi Esposito Nicolò Forlì Bonifazi",
    names: "Niccolò Noemi José Marco Loredana",
    cities: "Forlì Roma Cefalù Torino Milano",
  },
  Slovak: {
    header: "Meno,Telefón,Mesto,Suma",
    surnames: "Kováč Horváth Tóth Nagy Baláž Šťastný Ďuriš Ľalík",
    names: "Ján Jozef Mária Ľubomír Štefan Žofia",
    cities: "Košice Žilina Prešov Bratislava Trenčín",
  },
  Romanian: {
    header: "Nume,Telefon,Oraş,Sumă",
    surnames: "Popescu Ionescu Stănescu Munteanu Bălan Drăgulescu Ţurcanu",
    names: "Ştefan Mihăiţă Ion Cătălina Răzvan",
    cities: "Braşov Iaşi Constanţa Cluj Timişoara",
  },
  Croatian: {
    header: "Ime,Telefon,Grad,Iznos",
    surnames: "Kovačević Babić Marić Jurić Horvat Šarić Đurić",
    names: "Željko Branka Nikša Ivana Tomislav",
    cities: "Šibenik Zagreb Čakovec Karlovac Požega",
  },
  Bulgarian: {
    header: "Име,Телефон,Град,Сума",
    surnames: "Иванов Георгиев Димитров Петрова Николова Тодоров",
    names: "Георги Мария Иван Христо Цветана",
    cities: "София Пловдив Варна Бургас Стара Загора",
  },
} satisfies Record<string, Words>;

export type Language = keyof typeof WORDS;

/**
 * Builds a spreadsheet of names, telephone numbers, cities and amounts, as saved by a program: it contains more digits
 * than letters.
 */
export function customerList(language: Language, rows: number, delimiter = ","): string {
  const { header, surnames, names, cities } = WORDS[language];
  let state = rows;
  const below = (count: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % count;
  };
  const one = (words: string): string => {
    const list = words.split(" ");
    return list[below(list.length)]!;
  };
  const lines = [header.replaceAll(",", delimiter)];
  for (let row = 0; row < rows; row++) {
    const phone = `0${below(99)}-${below(9_999)}-${below(9_999)}`;
    lines.push([`${one(surnames)} ${one(names)}`, phone, one(cities), String(below(99_999))].join(delimiter));
  }
  return `${lines.join("\r\n")}\r\n`;
}
