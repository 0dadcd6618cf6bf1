import type { AbsenceWords } from "./absence-words.ts";

export const POLISH: AbsenceWords = {
  verb: "first",
  not: "nie|nigdy|niestety nie|ani|nie udało się|nie sposób|trudno",
  without: "bez",
  none: "nic|niczego|nikt|nikogo|nigdzie|żaden|żadna|żadne|żadnej|żadnego|żadnych|żadnym|żadną|brak|brakuje|brakowało|zero|ani jeden|ani jedna|ani jednej|ani jednego|ani jedno|ani słowa|ani śladu|brak mi|najmniejszego|jakichkolwiek",
  know: "znaleźć|znalazł*|znajduję|znaleziono|znajdują|odnaleźć|odnalazł*|natrafi*|trafi*|natknął*|natknę*|znam|znać|znane|znany|znana|kojarzę|kojarzy|wiem|wiadomo|wiedzieć|słysz*|widzia*|widzę|czyta*|spotkał*|zetknął*|zetknęł*|rozpozn*|zidentyfikować|potwierdzić|zweryfikować|sprawdzić|ustalić|namierzyć|zlokalizować|odszukać|dotrzeć|doszuka*|wyszuka*|uzyska*|zwróci*|zwraca*|przynios*|przyniosło|dało|dał|dała|daje|wykaza*|wyświetl*|pokaza*|posiadam|mam|dysponuję|ocenić|powiedzieć|mówi|wypowiedzieć|dostępn*|dostęp|jest mi znany|obiło|pomóc|znajd*|zarejestrowa*|figuruje|doradzić|pojawi*|podać|udzielić|opisać|napotka*",
  mention:
    "wspomina|wspominają|wspomniano|wspomnia*|wzmianku*|wymienia|wymieniają|wymienion*|wymienia się|mówi|mówią|pisze|piszą|pisał*|pada|padło|padła|odnos*|odnosz*|pojawia|pojawiają|pojawił*|pojawi*|występuje|występują|istnieje|istnieją|istnieć|istnienia|istniała|figuruje|figurują|porusza|poruszają|omawia|omawiają|cytuje|nawiązu*|przywołu*|jest mowa|mowa|mowy|widnieje|dotyczą|prawdziwa|ma takiej|ma takiego|uwzględnia*|widać",
  listed:
    "uwzględn*|obejmuje|obejmują|zawiera|zawierają|było wśród|znalazł się|znalazła się|wśród nich|przetestowan*|porówna*|było|jest wśród|lista|ujęt*",
  info: "informac*|dane|danych|danymi|szczegół*|wynik*|wyników|trafie*|rezultat*|wzmian*|śla*|opini*|recenzj*|źród*|stron*|witryn*|wpis*|wiedz*|pojęci*|pojęcia|odniesie*|dokument*|artyku*|dowod*|link*|coś|cokolwiek|słow*|wiadomości|numer*|telefon*|adres*|kontakt*|ocen*|materiał*|relacj*|doniesie*|podstaw*|wskazów*|profil*",
  source:
    "wyszukiwa*|źród*|artyku*|list*|recenzj*|porówna*|zestawie*|test*|bada*|dokument*|tekst*|stron*|forum|forach|baz*|sieci|internecie|internet|rejestr*|ranking*|przewodnik*|wynik*|poradnik*|opini*|wątku|komentarz*|nich|danych treningowych|danych|materiał*|plik*|zapytanie|raport*|krs|google|katalog*|spisie|publikacj*|wiedza|pamięci",
  about:
    "o|na temat|dotycząc*|odnośnie|odnośnie do|co do|w sprawie|dla|do|od|z|ze|po|w kwestii|względem|w odniesieniu do|związan*|jeśli chodzi o|na|pod|u|hasła",
  filler:
    "firm*|mark*|marce|sklep*|produkt*|aplikacj*|narzędzi*|usług*|program*|platform*|salon*|instytucj*|placówk*|punkt*|cukierni*|restauracj*|hotel*|bank*|serwis*|spółk*|przedsiębiorstw*|oprogramowani*|dostawc*|producent*|biur*|kawiarni*|aptek*|klinik*|przychodni*|gabinet*|warsztat*|organizacj*|podmiot*|pracowni*|szkoł*|studi*|browar*|winnic*|sieci|ten|ta|to|tę|tej|tego|tym|takiej|taka|taki|takiego|takim|się|jest|są|był|była|było|być|niestety|obecnie|naprawdę|po prostu|w ogóle|mi|mnie|jeszcze|na razie|również|też|wiarygodn*|rzeteln*|dostępn*|konkretn*|publiczn*|żadn*|jakiekolwiek|udało|udaje|mogę|mogłem|mogłam|potrafię|potrafiłem|jestem|w stanie|zdołał*|wydaje|zdaje|podobno|zapytan*|tam|tu|bliższ*|pewnych|sprawdzonych|niezależnych|więcej|dotąd|w moich|w mojej",
  called:
    "o nazwie|nazwa|nazwą|nazwę|nazwie|nazwy|nazywa się|nazywałaby|zwan*|pod nazwą|pod tą nazwą|o takiej nazwie|takiej firmy jak|takiego sklepu jak|taka firma jak|jak",
  unknown:
    "nieznan*|obca|obcy|obce|nowość dla mnie|nowa dla mnie|nowe dla mnie|nie mam pojęcia|nic mi nie mówi|nie kojarzę|pierwsze słyszę|bez powodzenia|bez skutku|bez rezultatu|bez efektu|bezskutecznie|na próżno|bezowocn*|wykracza poza|poza moją|poza zakresem|zmyślon*|fikcyjn*|milczą|milczy|nieistniejąc*|nie obiła|nieobecn*|po omacku|spełzł*|z niczym",
  whether:
    "czy|że|kiedy|jak|dlaczego|ponieważ|bo|gdy|gdyż|ile|skąd|gdzie|więc|skoro|żeby|dokąd|aby|której|które|który|którą",
  what: "co to|co to jest|czym|kim|kto|która|jaka|jaki|jakie|którą|w jakim|w jakiej|w którym|gdzie|co|o którą|o jaką",
  is: "jest|są|to|zajmuje się|mieści się|znajduje się|działa|oferuje",
  speaker: "ja|my|mi|mnie",
  reader: "ty|pan|pani|państwo|ci|twoje|twój",
  ask: "możesz|mógłbyś|mogłabyś|czy może pan|może pani|powiedz|proszę podać|podaj|napisz|napisać coś|opowiedz|doprecyzuj|doprecyzować|sprecyzuj|wyjaśnij|wyjaśnić|więcej o|coś więcej|chodzi ci|chodzi panu|chodzi o|chodzi|masz na myśli|ma pan na myśli|pytasz|poprawnie|prawidłowo|poprawnie napisana|literówk*|pisownia|pisownię|masz link|czy masz|link|dokładnie|przybliżyć|wskazać|udostępnić|przesłać|prześlij|szukasz|upewnij|potwierdź|opisz",
  given:
    "pytasz o|pyta pan o|zapytałeś o|zapytałaś o|pytanie o|szukałem|szukałam|przeszukałem|przeszukałam|wyszukiwanie|wyszukiwanie hasła|wyszukiwania dla|wyniki wyszukiwania dla|hasło|wspominasz o|szukając|sprawdziłem|sprawdziłam|zapytanie",
  or: "czy|lub|albo",
  but: "ale|jednak|natomiast|podczas gdy|lecz|chociaż|choć|mimo to|mimo|za to|niemniej|zaś|z kolei|a",
  it: "ona|on|ono|firma ta|ta firma|ta marka|ten sklep|jej|jego|nim|nią|nich|tym",
  maybe:
    "może|być może|możliwe|prawdopodobnie|pewnie|ewentualnie|chyba|jeśli|jeżeli|możliwe że|zapewne",
  veto: "niewiele|mało|wiele|dużo|lepsz*|lepiej|tylko|jedynie|często|więcej niż|już|wcześniej|przedtem|narzeka*|skarg*|skarż*|zastrzeże*|problem*|złej|złych|negatywn*|dość|zawsze|wyłącznie|dotychczas|najtańsz*|gorsz*|wad|szerzej|jeszcze lepsz*|zawiod*",
  fact: "według|z opinii wynika|okazuje się|na podstawie opinii|jak podaje|podobno|szyje|słynie",
};

export const RUSSIAN: AbsenceWords = {
  verb: "first",
  not: "не|ни|никогда|нельзя|невозможно|не удалось|трудно",
  without: "без",
  none: "нет|ничего|ничто|никто|никого|никем|никакой|никакая|никакие|никаких|никакого|никакой|нигде|ноль|нуль|ни один|ни одного|ни одна|ни одной|ни одном|ни слова|ни следа|отсутству*|отсутствие|не хватает|ни единого|нету|ничем",
  know: "найти|нашёл|нашла|нашли|нашлось|нашлось|нашелся|нашлась|находится|находит|найдено|найден|найдена|найдены|находит|обнаружи*|обнаружен*|знаю|знать|знаем|известно|известн*|знаком*|слыша*|слышал*|встреча*|встрети*|видел*|вижу|увиде*|читал*|попада*|попал*|попался|попалось|натолкн*|наткнул*|узна*|опозна*|подтвердить|проверить|идентифицировать|установить|определить|отыскать|разыскать|дал|дала|дало|дали|дает|принес*|принёс|выда*|вернул*|показал*|располага*|имею|имеется|имеются|обладаю|владею|сказать|говорит|оценить|судить|доступн*|доступа|рассказать|помочь|поступало|сообщить|предоставить|удалось|выявить|обнаружилось|увенчал*|привел*|сталкива*|столкнул*|содержит|хранится|есть|вспомнить|припомн*",
  mention:
    "упомина*|упомян*|упоминан*|называ*|назван*|цитир*|говорит*|говорят|пишет|пишут|писал*|обсужда*|рассматрива*|фигурир*|встреча*|появля*|появи*|существу*|существова*|значится|значатся|числится|присутству*|ссыла*|ссыл*|отмеча*|касается|касаются|затрагива*|звучит|звучало|речь|речи|представлен*|зарегистрирован*|описыва*|сказано|попал*|проскальзывает|реальн*",
  listed:
    "включ*|включен*|содержат|содержит|содержится|было среди|среди них|среди|вошел|вошла|вошли|протестирован*|сравнива*|входит|был|была|оказалось|перечислен*",
  info: "информац*|данн*|сведени*|подробност*|результат*|совпадени*|упоминан*|след*|отзыв*|источник*|сайт*|страниц*|запис*|знани*|поняти*|представлени*|ссыл*|стат*|что-либо|что-нибудь|что-то|слов*|доказательств*|обзор*|контакт*|телефон*|материал*|публикац*|номер*|адрес*|мнени*|рецензи*|оценк*|новост*|профил*|документ*|фактов|намек*|намёк*",
  source:
    "поиск*|источник*|стат*|списк*|список|обзор*|отзыв*|сравнени*|тест*|исследован*|документ*|текст*|страниц*|форум*|баз*|сети|интернет*|реестр*|рейтинг*|результат*|гид*|материал*|данных|запрос*|выдач*|комментари*|обсужден*|файл*|публикац*|них|каталог*|испытани*|подборк*|ветк*|сайт*|яндекс*|гугл*|google|перечн*|таблиц*|памяти|базе знаний",
  about:
    "о|об|обо|про|по|относительно|насчёт|касательно|касающ*|для|на|к|с|у|из|из-за|по поводу|в отношении|что касается|связанн*|под|по запросу|по словам|от|до|по названию",
  filler:
    "компани*|фирм*|бренд*|марк*|магазин*|продукт*|приложени*|сервис*|услуг*|программ*|платформ*|салон*|организаци*|кондитерск*|ресторан*|отел*|гостиниц*|банк*|производител*|предприяти*|аптек*|клиник*|кафе|кофейн*|автосервис*|мастерск*|школ*|сет*|бюро|завод*|фабрик*|поставщик*|учреждени*|студи*|товар*|это|этот|эта|эту|этой|этого|этом|такой|такая|такого|такое|таком|такую|к сожалению|увы|сейчас|действительно|просто|вообще|пока|также|тоже|надёжн*|достоверн*|конкретн*|подробн*|доступн*|проверенн*|открыт*|смог|смогла|могу|могли|удалось|удаётся|получилось|был|была|было|были|быть|бы|в|во|никакой|никаких|ещё|совершенно|абсолютно|похоже|видимо|там|здесь|какой-либо|каких-либо|какую-либо|моих|моей|мои|лично|честно говоря|судя по всему|и|же|ли|достаточно|который|которых|под названием",
  called:
    "под названием|с названием|с таким названием|названи*|именуем*|называется|называющ*|именем|по имени|под таким названием|такого названия|такой компании, как|такой фирмы, как",
  unknown:
    "неизвестн*|незнаком*|впервые слышу|в первый раз слышу|не говорит|ни о чем не говорит|ничего не говорит|понятия не имею|новое для меня|ново для меня|не слышал|не слышала|безрезультатно|безуспешно|без результата|без результатов|без успеха|тщетно|впустую|умалчива*|молчат|молчит|за пределами|выходит за рамки|вне моих|вымышлен*|несуществующ*|ничего не дал|ничего не дала|не дал результатов|не имею ни малейшего|не в курсе|результатов ноль|ничего не всплыло",
  whether:
    "ли|что|когда|как|почему|потому что|поскольку|так как|где|сколько|откуда|чтобы|если бы|какие|куда|раз",
  what: "что такое|что это|кто|какой|какая|какую|какое|какие|чем|где|в каком|в какой|что за|о какой|о каком|кто такие|кто такой",
  is: "это|является|находится|занимается|расположен*|работает|делает|продаёт|предлагает|представляет",
  speaker: "я|мы|мне|нам|меня|мною|мной",
  reader: "вы|ты|вас|вам|тебе|тебя|ваш|ваша|твой",
  ask: "расскажите|расскажи|можете|могли бы|не могли бы|уточните|уточни|уточнить|поясните|пояснить|подробнее|скажите|скажи|подскажите|подскажи|имеете в виду|имеешь в виду|имели в виду|опишите|объясните|правильно ли|правильно|верно ли|верно|опечатк*|пишется|написани*|есть ли у вас|у вас есть|ссылка|ссылку|пришлите|пришли|поделитесь|речь идет|идет речь|о какой|спрашиваете о каком|что именно|проверьте|укажите|дайте|больше информации|вы ищете",
  given:
    "спрашиваете про|спрашиваете о|спрашиваете об|спросили про|спросили о|ваш вопрос о|вопрос о|искал|искала|ищу|поиск по|поиск по словам|поиск по запросу|поиски|по запросу|упомянули|вы упоминаете|поискал|поискала",
  or: "или|либо",
  but: "но|однако|а|зато|хотя|тогда как|в то время как|тем не менее|всё же|напротив|впрочем|несмотря",
  it: "он|она|оно|они|его|её|ней|нём|нему|него|ним|компания эта|эта компания|этот бренд|этот магазин|их",
  maybe: "возможно|может|может быть|вероятно|наверное|видимо|если|по-видимому|вдруг|похоже",
  veto: "мало|немного|много|лучше|лучш*|только|часто|больше|раньше|прежде|жалу*|жалоб*|проблем*|плохих|плохого|негативн*|всегда|исключительно|до сих пор|самый|самая|хуже|хвата*|нареканий|недостатк*|широко|единственн*|до этого",
  fact: "по данным|согласно|судя по отзывам|оказалось|оказывается|если верить|судя по сайту|по отзывам|по словам|по информации",
};

export const TURKISH: AbsenceWords = {
  verb: "last",
  not: "değil*|yok|yoktur|yoktu|imkânsız|mümkün değil|mümkün olmadı|olmadı|olmuyor|bulunmuyor|bulunmamakta*|vermedi|vermiyor|edemedim|edemiyorum|değilim|alamadım|çıkmadı|çıkmıyor|kalıyor mu|veremiyorum|veremem|yapamam|gelmedi|gelmiyor|etmiyor|etmedi|edilmiyor|edilmedi|edilmemiş|edilmemekte*|verilmiyor|verilmemiş|almıyor|almadı|içermiyor|içermemekte*|etmemiş|etmemekte*|sonuçsuz|olmamıştır",
  without: "olmadan|-madan",
  none: "hiç|hiçbir|hiçbiri|hiçbirinde|hiçbirini|hiçbir şey|hiçbir yerde|kimse|kimsenin|sıfır|tek bir|tek kelime|herhangi",
  know: "bil*|tanı*|bul*|rastla*|duy*|gör*|ulaş*|erişim*|eriş*|karşıma|karşılaş*|sahip|doğrula*|teyit*|haberdar|haberim|aşina|tespit*|saptan*|buluna*|bilgi sahibi|çık*|vakıf|denk gel*|yardımcı|yorum|değerlendir*|kayıtlı|mevcut|elimde|bende",
  know_not:
    "bilmiyorum|bilmiyoruz|bilmem|bilmemekte*|bilinmiyor|tanımıyorum|tanımıyoruz|tanımam|tanımadım|bulamadım|bulamadık|bulamıyorum|bulunamadı|bulunamamıştır|bulunmadı|bulunamıyor|rastlamadım|rastlayamadım|rastlanmadı|rastlanmamıştır|rastlanamadı|duymadım|duymamıştım|duymuş değilim|görmedim|göremedim|göremiyorum|ulaşamadım|ulaşamıyorum|ulaşılamadı|erişemedim|erişemiyorum|doğrulayamıyorum|doğrulayamadım|karşılaşmadım|bilmiyor|tespit edemedim|denk gelmedim|yardımcı olamıyorum|çıkmadı|çıkmıyor|edinemedim|tanımlayamıyorum|değerlendiremiyorum|seçemedim|anımsamıyorum|hatırlamıyorum|yorum yapamam|yorum yapamıyorum|bulamadi",
  mention:
    "geç*|bahs*|söz*|değin*|anıl*|yer*|adı|ismi|adına|var|rast*|görün*|atıf*|referans*|gönderme*|konuş*|yaz*|listele*|çık*|dâhil|varlığ*|tartış*|konu|dile",
  mention_not:
    "geçmiyor|geçmemekte*|geçmedi|bahsetmiyor|bahsedilmiyor|bahsetmemiş|bahsedilmemiş|bahsedilmemekte*|değinmiyor|değinilmemiş|değinilmiyor|anılmıyor|anmıyor|yer almıyor|yer almamakta*|yer verilmemiş|yer vermiyor|görünmüyor|görünmemekte*|gözükmüyor|söz etmiyor|söz edilmiyor|söz edilmemiş|bulunmuyor|rastlanmıyor|listelenmemiş|yazmıyor|yazmamış|konuşmuyor|konu edilmemiş|çıkmıyor|içermiyor|var olmadığını|var olmayan",
  listed: "listede|dahil|arasında|test|denen*|karşılaştır*|içinde|aralarında|bunların|liste*",
  info: "bilgi*|veri*|detay*|ayrıntı*|sonuç*|sonuc*|kayıt*|kayd*|iz|ize|izine|izi|yorum*|değerlendirme*|inceleme*|kaynak*|kaynağ*|site*|web*|sayfa*|şey|şeye|fikr*|fikir*|eşleşme*|bahis|referans*|kelime*|söz*|haber*|malumat*|makale*|belge*|kanıt*|bağlantı*|içerik*|içeriğ*|tecrübe*|deneyim*|adres*|telefon*|atıf|arama*|araması|varlığ*|ipucu*|kullanıcı yorumu*",
  source:
    "kaynak*|makale*|liste*|arama*|sonuç*|sonuc*|inceleme*|yorum*|forum*|test*|karşılaştırma*|araştırma*|belge*|metin*|metn*|sayfa*|site*|internet*|veritaban*|veri tabanı*|web*|rehber*|sıralama*|verilerimde|verilerim*|kayıt*|kayd*|konu başlığı*|çalışma*|dosya*|hiçbirinde|sicil*|rapor*|google*|harita*",
  about:
    "hakkında|hakkındaki|ile ilgili|'yle ilgili|'yla ilgili|'le ilgili|'la ilgili|ilgili|dair|ilişkin|konusunda|üzerine|'e dair|'a dair|'ye dair|'ya dair|için|'e ilişkin|hakkinda|olarak|'in adı|'ın adı|'nın adı|adıyla|diye|'in ismi|'e ait|'a ait|'ye ait|'ya ait|ait|yönelik",
  possessive: "'ın|'in|'un|'ün|'nın|'nin|'nun|'nün",
  filler:
    "'*|bir|bu|şu|o|adlı|isimli|markası|markasını|markayı|marka|şirket|şirketi|firma|firması|firmayı|ürün|ürünü|uygulama|uygulaması|uygulamayı|mağaza|mağazası|hizmet|hizmeti|işletme|işletmesi|ismini|adını|adında|isminde|adi|maalesef|ne yazık ki|üzgünüm|şu an|şu anda|gerçekten|açıkçası|ama|henüz|daha önce|güvenilir|herhangi bir|doğrulanmış|somut|yeterli|net|kesin|ayrıca|de|da|mı|mi|mu|mü|ben|benim|bana|bende|biz|elimde|elimdeki|etmek|olan|olduğunu|gerçekten|markalar|kamuya açık|ilgili|sitesi|bulmam|güncel|özel|yayımlanmış|sitede|hâlâ|tüm|adli|hiç|bu isimde|bu adda|bu adı|bu ismi|bu markayı|maalesef ki|internette|çevrimiçi",
  called: "adında|adlı|isimli|isminde|adıyla|adını|ismini|diye bir|adındaki|isimle|ismi|kelimesi",
  unknown:
    "yabancı|yabancısıyım|bilinmeyen|bilgim yok|fikrim yok|hiçbir fikrim yok|haberim yok|bilgi alanımın dışında|bilgimin dışında|bilgi dağarcığımın dışında|bilgilerimin dışında|alanımın dışında|sonuçsuz kaldı|sonuç vermedi|sonuç alamadım|sonuç yok|boşuna|nafile|eli boş|bir şey ifade etmiyor|ilk kez duyuyorum|ilk defa duyuyorum|ilk kez duydum|yeni bir isim|hayali|uydurma|sessiz|mevcut değil|tanıdık gelmiyor|tanıdık değil|aşina değilim|bildiğim markalar arasında değil|bildiklerim arasında değil|bildiğim bir|bir şey çıkmadı|karanlıkta|duyduğum bir|duyduğum bir isim değil|bir çağrışım yapmıyor|çağrışım yapmıyor|bilgim dahilinde değil",
  whether: "mı bilmiyorum|ne zaman|nasıl|neden|niçin|çünkü|kaç|olup olmadığını",
  what: "ne|nedir|kim|kimdir|hangi|nerede|neresi|hangisi|nereli|hangi ilde|hangi şehirde",
  is: "-dir",
  speaker: "ben|biz|bana",
  reader: "siz|sen|size|sizin|sana",
  ask: "misiniz|mısınız|musunuz|müsünüz|misin|mısın|söyler misiniz|verebilir|anlatır|anlatabilir|açıklar|açıklayabilir|belirtir|belirtebilir|kastediyorsunuz|kastettiniz|kastettiğiniz|kastediyorsun|kastettiğin|mi demek istediniz|demek istediniz|demek istiyorsunuz|doğru mu|doğru yazıldı|doğru mu yazıldı|yazım*|hangisini|paylaşır|paylaşabilir|netleştirir|netleştirebilir|nedir|kimdir|tam olarak|biraz daha|daha fazla bilgi ver|söyleyin|anlatın|belirtin|açıklayın|neyi|soruyorsunuz|mağaza mı|uygulama mı|bağlantısını|linkini|linki|var mı|bahsediyorsunuz|hangi ilde|nerede",
  given:
    "sormuşsunuz|sordunuz|sordun|soruyorsunuz|sorduğunuz|aradım|arattım|araştırdım|aradığımda|aratınca|araması|aramam|aramalarım*|için yaptığım arama|arama yaptım|taradım|bahsettiğiniz|arayınca|aramalarıma rağmen|baktım",
  or: "yoksa|veya|ya da",
  but: "ama|fakat|ancak|oysa|ise|buna karşın|yine de|buna rağmen|rağmen|halbuki|lakin|öte yandan",
  it: "onun|bu şirket|bu firma|şirket|firma|bu marka",
  maybe: "belki|olabilir|muhtemelen|galiba|herhalde|eğer|sanırım|ihtimal*|muhtemel",
  veto: "fazla|pek|çok|az|daha iyi|iyisini|yalnızca|sadece|sık*|daha|artık|önceden|şikâyet*|şikayet*|sorun*|olumsuz|kötü|yeterince|her zaman|bilmeyen|tanımayan|duymayan|görmeyen|güzel|zararlı|geri çağırma*",
  fact: "göre|anlaşılan|görünüşe göre|kurulmuş|sitesine göre|meğer",
};

export const ARABIC: AbsenceWords = {
  verb: "first",
  apposition: false,
  not: "لا|لم|لن|ليس|ليست|لست|لسنا|ما|غير|وليس|ولم|ولا|فلا|فلم|تعذر|تعذّر|يتعذر|لا يمكنني|لا أستطيع|لم أستطع|لم أتمكن|لم يتم|عدم|بدون|يصعب|عجزت|فشلت|أعجز|لعدم",
  without: "دون|من دون|بلا",
  none: "أي|أيّ|أيا|أية|أيًا|لا شيء|لا أحد|أحد|شيئًا|شيئا|شيء|صفر|قط|إطلاقًا|ولا أي|بأي|لأي|كلمة واحدة|تنقصني|ينقصني|تعوزني|أفتقر|أثر",
  know: "أعرف|أعرفه|أعرفها|نعرف|يعرف|أعلم|أدري|أجد|أجدها|أجده|نجد|يجد|أعثر|نعثر|العثور|إيجاد|أسمع|سمعت|نسمع|أملك|أمتلك|لدي|لديّ|عندي|يتوفر|تتوفر|متوفرة|متوفر|متاحة|متاح|يظهر|تظهر|ظهر|أتعرف|التعرف|تعرفت|أصل|الوصول|يسفر|تسفر|أسفر|يأت|يأتِ|تأت|يأتي|أرى|أرَ|أر|رأيت|دراية|علم|معرفة|اطلاع|مطلع|علم لي|أقرأ|قرأت|التحقق|أتحقق|التأكد|أتأكد|تأكيد|أؤكد|أتمكن|تحديد|أصادف|صادفت|تقييم|أقيّم|الحكم|أحكم|إفادتك|مساعدتك|يعطي|تعط|يعط|ينتج|تنتج|يرد|ترد|وجدت|وجود|الاطلاع|أقف|استرجاع|أحصل|الحصول|توصلت|أتوصل|التوصل|يوجد|توجد|أحتفظ|مألوف|مألوفة|مألوفًا|مألوفا|معروف|معروفة|معروفًا|أعتقد|تعرف|أقوله|أقول",
  mention:
    "تذكر|يذكر|ذكر|ذكرت|ذُكر|ذُكرت|مذكور|مذكورة|يُذكر|تُذكر|تشير|يشير|أشار|أشارت|إشارة|الإشارة|يتطرق|تتطرق|تطرق|يتناول|تتناول|تناولت|يتحدث|تتحدث|تحدث|يرد|ترد|ورد|وردت|وارد|واردة|يظهر|تظهر|يوجد|توجد|وجود|موجود|موجودة|يكتب|كتب|كتبت|يأت|يأتِ|تأتي|ذكره|ذكرها|ذكراه|مسجلة|مسجل|وجود لها|وجود له|حقيقية|حقيقي|قائمة فعلا|يناقش|تناقش|تستشهد",
  listed:
    "يشمل|تشمل|يتضمن|تتضمن|مدرج|مدرجة|مدرجا|يكن|تكن|يحتوي|تحتوي|ضمن|بينها|بينهم|من بينها|من بينهم|من ضمنها|أدرج|أدرجت|تضم|يضم",
  info: "معلومات|معلومة|المعلومات|بيانات|بيان|تفاصيل|تفصيل|نتائج|نتيجة|النتائج|تقييمات|تقييم|مراجعات|مراجعة|مصادر|مصدر|مصادر*|ذكر|إشارة|إشارات|أثر|آثار|سجل|سجلات|شيء|شيئًا|شيئا|موقع|موقعًا|موقعا|صفحة|فكرة|خلفية|مقالات|مقال|معرفة|دليل|أدلة|رابط|كلمة|آراء|رأي|أخبار|خبر|محتوى|وثائق|هاتف|عنوان|حساب|حسابات|علم|إحالة|مطابقات|تطابق|أي شيء|سابق معرفة",
  source:
    "المصادر|مصادر|المقالات|مقالات|القائمة|قائمة|القوائم|البحث|بحث|عمليات البحث|المراجعات|مراجعات|التقييمات|المقارنة|المقارنات|الاختبار|الاختبارات|اختبار|الدراسة|الدراسات|الوثيقة|المستند|المستندات|النص|النصوص|الصفحة|الصفحات|المنتدى|المنتديات|قاعدة|قواعد|الإنترنت|إنترنت|الشبكة|السجل|السجلات|سجل|الدليل|النتائج|نتائج|منها|بياناتي|معرفتي|معلوماتي|التعليقات|التقرير|التقارير|الملف|المواقع|مواقع|الويب|مكان|الترتيب|التصنيف|مصدر|أي منها|المحادثة|الموضوع|المواد|غوغل|جوجل",
  about:
    "عن|حول|بشأن|بخصوص|يخص|تخص|فيما يتعلق ب|المتعلقة ب|تتعلق ب|يتعلق ب|متعلقة ب|على|إلى|ل|لـ|من|في|بالنسبة إلى|بالنسبة ل|تجاه|باسم|عنه|مع|لعبارة|عن عبارة|لاسم|لكلمة|الخاصة ب|خاصة ب|حيال|إزاء",
  filler:
    "شركة|الشركة|علامة|العلامة|العلامة التجارية|علامة تجارية|منتج|المنتج|تطبيق|التطبيق|بتطبيق|لتطبيق|بشركة|لشركة|خدمة|الخدمة|متجر|المتجر|لمتجر|برنامج|البرنامج|لبرنامج|أداة|منصة|مقهى|لمقهى|مطعم|لمطعم|فندق|لفندق|بنك|مصرف|مؤسسة|لمؤسسة|عيادة|عيادات|ورشة|مزود|موقع|هذا|هذه|ذلك|تلك|للأسف|عذرًا|عذرا|حاليًا|حاليا|حقًا|كافية|كاف|موثوقة|موثوق|محددة|مؤكدة|متاحة|عامة|إضافية|كثيرة|واحد|واحدة|أن|لي|لنا|أستطع|أستطيع|يمكنني|يمكن|يمكنني|قد|كان|كانت|أنا|تم|يتم|من قبل|سابقًا|بعد|حتى الآن|حتى|أبدا|أبدًا|إطلاقا|بالضبط|بالمرة|عليه|عليها|بها|به|أتمكن|أيضا|أيضًا|ذات صلة|على الإطلاق|هنا|هناك|يبدو|تجارية|التجارية|واضحة|كيان|جهة|لجهة|أعمال|ماركة|فعليا|في الواقع|مباشرة",
  called:
    "اسمه|اسمها|اسم|باسم|بهذا الاسم|بهذا الإسم|تدعى|يدعى|تسمى|يسمى|المسماة|المسمى|يحمل اسم|تحمل اسم|هذا الاسم|يحمل|الاسم",
  unknown:
    "مجهول|مجهولة|غير معروف|غير معروفة|غير معروفة لي|غير معروف لدي|غير مألوف|غير مألوفة|جديد علي|جديدة علي|جديد عليّ|جديدة عليّ|اسم جديد|لا فكرة لدي|لا فكرة لي|لا فكرة|ليس لدي فكرة|ليست لدي فكرة|دون جدوى|بلا جدوى|من دون جدوى|بدون جدوى|دون نتيجة|بلا نتيجة|دون طائل|عبثا|عبثًا|خارج نطاق|خارج معرفتي|خارج ما|غير موجود|غير موجودة|غير متوفر|غير متوفرة|غير متاحة|لا وجود له|لا وجود لها|وهمية|وهمي|تصمت|صامتة|تلتزم الصمت|أجهل|أجهله|أجهلها|لا علم لي|لا يعني لي|لا تعني لي|خالي الوفاض|لم يُعثر|لم يعثر|غريب|غريبة|فهمي|لا أملك ما",
  whether:
    "إن كان|إن كانت|إذا كان|إذا كانت|ما إذا|ما إن|متى|كيف|لماذا|لأن|لأنه|لأنها|كم|أين|لذا|لذلك|حيث|هل|بما أن|بما أنني|التي|الذي|أنّ|كي|عندما",
  what: "ما هي|ما هو|ما|من هي|من هو|من هم|ماذا|أي|أين|في أي|أين تقع|من أي|عن أي",
  is: "هي|هو|تقع|يقع|تقدم|يقدم|تعمل|يعمل|تبيع",
  speaker: "أنا|نحن|إلي|لدي|عندي",
  reader: "أنت|أنتم|لك|لديك|سؤالك|كنت",
  ask: "هل يمكنك|هل تستطيع|هل بإمكانك|هل لك أن|أخبرني|أخبرنا|توضيح|التوضيح|توضح|وضح|وضّح|تقصد|تقصدين|تعني|تعنون|يرجى|يُرجى|الرجاء|من فضلك|المزيد عن|المزيد|مزيد|تفاصيل أكثر|تفاصيل إضافية|هل لديك|هل تملك|رابط|كتب اسم|كُتب|كتابة|مكتوب|مكتوبة|صحيح|بشكل صحيح|تهجئة|الإملاء|خطأ إملائي|تزويدي|تزودني|أعطني|شارك|مشاركة|تحديد المقصود|تتحدث عن|تسأل عن أي|اشرح|تشرح|أن تخبرني|إخباري|تحدد|تبحث عن",
  given:
    "سألت عن|تسأل عن|سؤالك عن|بحثت عن|بحثت|البحث عن|بالبحث عن|ذكرت|أبحث عن|بحثي عن|عند البحث عن|سألتني عن|بحثنا عن|فتشت عن|فتشت",
  or: "أم|أو",
  but: "لكن|ولكن|لكنه|لكنها|ولكنها|ولكنه|بينما|أما|غير أن|إلا أن|مع ذلك|ومع ذلك|في حين|بالمقابل|في المقابل|رغم ذلك|على الرغم|بل|وإن",
  it: "هي|هو|وهي|وهو|إنها|إنه|عنها|عنه|الشركة|العلامة|لها|له|بها|فهي|فهو",
  maybe: "ربما|قد|قد يكون|قد تكون|وربما|لعل|لعله|لعلها|محتمل|من المحتمل|من الممكن|إذا|يحتمل",
  veto: "كثيرًا|كثيرا|الكثير|قليلة|قليل|القليل|أفضل|أحسن|فقط|غالبا|أكثر|سابقا|شكوى|شكاوى|تشتكي|يشتكي|مشكلة|مشاكل|سلبية|سلبي|سيئة|كاف|دائما|فحسب|أكن|نكن|يعلى|استدعاء|عيب|عيوب|أجود|ألذ|أسوأ|الأرخص|من لا",
  fact: "بحسب|وبحسب|وفقا|وفقًا|حسب|اتضح|تبين|يتبين|على ما يبدو|استنادا",
};
