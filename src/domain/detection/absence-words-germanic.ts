import type { AbsenceWords } from "./absence-words.ts";

export const ENGLISH: AbsenceWords = {
  verb: "first",
  apposition: true,
  not: "not|*n't|cannot|never|unable|failed to|fail to|failed|hardly|neither|nor|not yet|not even|not currently|not actually|not able to|impossible to",
  without: "without|lacking",
  none: "no|none|nothing|nobody|no one|nowhere|not a|not any|not one|not a single|zero|lack|lacks|lacked|little to no|absence of|not the slightest",
  know: "find|finds|found|finding|locate|located|know|known|identify|identified|recognize|recognise|recognized|recognised|familiar|acquainted|aware|heard|hear|see|seen|saw|spot|spotted|encounter|encountered|come across|came across|coming across|retrieve|retrieved|verify|verified|confirm|confirmed|access|look up|looked up|pull up|turn up|turned up|turns up|come up|comes up|came up|surface|surfaced|return|returned|returns|yield|yielded|yields|produce|produced|dig up|unearth|discover|discovered|obtain|provide|give|offer|trace|track down|detect|place|say|tell|speak to|comment|discern|available|determine|match|matched",
  mention:
    "mention|mentions|mentioned|mentioning|refer|refers|referred|reference|references|referenced|cite|cites|cited|name|names|named|discuss|discusses|discussed|cover|covers|covered|bring up|brings up|brought up|talk|talks|talked|talking|write|writes|wrote|written|speak|speaks|spoken|say|says|appear|appears|appeared|occur|occurs|show up|shows up|showed up|turn up|turns up|come up|comes up|came up|pop up|pops up|exist|exists|existed|ring a bell|ring any bells|rings a bell|ring any bell|a real brand|a real company|a real product|a real thing|be a real|seem to be a real|ring|address|addresses|touch on|touches on|acknowledge|acknowledges|talked about",
  listed:
    "list|lists|listed|include|includes|included|feature|features|featured|contain|contains|contained|tested|reviewed|ranked|among|present|part of|compared",
  info: "information|info|data|detail|details|result|results|hit|hits|match|matches|mention|mentions|record|records|trace|traces|review|reviews|source|sources|coverage|anything|something|website|site|homepage|product page|page|pages|entry|entries|knowledge|idea|background|word|clue|evidence|reference|references|sign|presence|listing|listings|profile|article|articles|accounts|app-store|social media|feedback|discussion|discussions|testimonials|documentation|facts|proof|confirmation|context|insight|insights|familiarity|track record|recollection|awareness|material|content|report|reports|link|links|news|indication",
  source:
    "result|results|source|sources|article|articles|list|lists|review|reviews|search|searches|page|pages|test|tests|study|studies|survey|roundup|roundups|guide|guides|comparison|comparisons|document|documents|pdf|text|texts|thread|threads|forum|forums|database|databases|index|index|registry|registers|register|web|internet|online|anywhere|publication|publications|of them|of these|of those|transcript|file|context|report|reports|ranking|rankings|excerpt|excerpts|training data|data|material|snippets|post|posts|comments|discussion|discussions|dataset|overview",
  about:
    "about|on|of|for|regarding|concerning|as for|as to|to|with|related to|relating to|with respect to|in relation to|when it comes to|from|by|specific to|under",
  possessive: "'s",
  filler:
    "a|an|the|this|any|such|them|company|companies|brand|product|tool|app|service|business|firm|shop|store|provider|carrier|platform|software|website|restaurant|hotel|place|organization|organisation|'ve|'m|'d|'ll|'re|have|has|had|having|be|been|seem to|seems to|seem|seems|appear to|appears to|do|does|did|could|can|would|will|able to|to be|there|here|currently|really|actually|personally|simply|just|honestly|unfortunately|sadly|any longer|at all|whatsoever|yet|ever|still|well-known|widely|specific|reliable|verified|credible|relevant|public|publicly|specifically|also|single|search|was|were|am|get|one",
  called:
    "called|named|by the name|by the name of|goes by the name|with the name|under the name|under that name|by that name|of that name|known as|name|the name|such service as|such company as|such brand as|such product as|such thing as|such tool as|such app as",
  unknown:
    "unknown to me|new to me|a new one|a new name|unfamiliar|drawing a blank|draw a blank|drew a blank|outside my|outside of my|beyond my|outside what i|not within my|came up empty|come up empty|came back empty|came up short|came up blank|empty-handed|stumped|stumps me|are silent|is silent|stay silent|remain silent|without success|no luck|to no avail|in vain|no idea|no clue|in the dark|at a loss|don't ring a bell|doesn't ring a bell|unlisted|nonexistent|non-existent|fictional|made up|made-up|no joy|blank on|unaware|n/a|have i got nothing|mystery to me",
  whether: "whether|if|that|when|how|why|because|while|since|as|so|then",
  what: "what|who|which|where",
  is: "is|are|was|were|'s|does|do|did",
  speaker: "i|we|me|us",
  reader: "you|your|you're|you've",
  ask: "tell me|tell us|clarify|share|specify|could you|can you|would you|let me know|do you mean|did you mean|you mean|you meant|are you referring|you referring|you refer|you asking|asking about|you thinking|thinking of|have in mind|misspell|misspelled|spelled|spelling|double-check|provide|more about|more details|more information|more context|say more|elaborate|explain|describe|point me|is that in|you talking|you looking|correctly|what kind of|what type of|what sort of|what exactly|who makes it|a bit more|send me|give me",
  given:
    "asked about|ask about|asking about|your question mentions|you mentioned|you mention|searched for|search for|searching for|looked for|look for|looking for|searched|checked for|scanned|ran a search|asked for|query for|queried|looked up|googled|looked into|to find",
  or: "or",
  but: "but|however|although|though|whereas|yet|nevertheless|even so|still|on the other hand|by contrast|in contrast|except",
  it: "it|it's|its|the company|the brand|the firm|the product|the app|the tool|the service|the site|the store|the shop|he|she",
  maybe:
    "may|might|maybe|perhaps|possibly|possible|possibility|could|if|probably|likely|would|unless|assuming|either",
  veto: "close|rivals|beats|tops|compares|much|well|little|few|better|than|only|often|more|longer|before|bad|complain|complaint|complaints|good reason|good reasons|negative|problem|problems|enough|just one|always|as well as|everywhere|everyone|yet to|widely available|such good|until|previously",
  fact: "according to|turns out|based on|judging by|its website|going by|otherwise|apparently|is known for|rate it",
};

export const GERMAN: AbsenceWords = {
  verb: "second",
  apposition: true,
  not: "nicht|nie|niemals|noch nie|noch nicht|unmöglich|leider nicht|auch nicht|ebenso wenig|ebensowenig",
  without: "ohne",
  none: "kein|keine|keinen|keinem|keiner|keines|keinerlei|keins|nichts|nirgends|nirgendwo|niemand|niemanden|niemandem|null|weder|noch|jede grundlage fehlt|fehlt|fehlen|mangelt|nicht ein|nicht eine|nicht einmal",
  know: "finden|fand|findet|gefunden|fündig|auffinden|aufgefunden|ausfindig|ausfindig machen|kenne|kennen|gekannt|bekannt|geläufig|vertraut|ein begriff|begriff|weiß|wissen|gehört|gelesen|gestoßen|stoße|entdeckt|entdecken|gesehen|sehe|erkenne|zuordnen|einordnen|bestätigen|belegen|verifizieren|überprüfen|ermitteln|herausfinden|herausgefunden|recherchieren|nachweisen|identifizieren|abrufen|ergab|ergaben|ergibt|lieferte|lieferten|liefert|geliefert|brachte|erbrachte|blieb|verlief|sagen|sagt|anfangen|geben|beurteilen|einschätzen|bewerten|beantworten|vorliegt|vorliegen|liegen|liegt|verfüge|verfügbar|zeigt|zeigte|begegnet|untergekommen|auskunft geben|weiterhelfen|helfen|zugänglich|gespeichert|hinterlegt|fehlt",
  mention:
    "erwähnt|erwähnen|erwähnung|genannt|nennt|nennen|geht auf|gehen auf|eingegangen|aufgeführt|führt|taucht|tauchen|aufgetaucht|auftaucht|auftauchen|vorkommt|kommt|kommen|vorgekommen|erscheint|erscheinen|existiert|existieren|gibt|geben|die rede|rede|thema|spricht|sprechen|besprochen|schreibt|schreiben|bezug|verweis|verweist|behandelt|behandeln|zitiert|berichtet|berichten|diskutiert|zu finden|zu lesen|zu sehen|erfasst|verzeichnet|registriert|wort|existent",
  listed:
    "gelistet|listet|listen|enthalten|enthält|aufgelistet|getestet|geprüft|darunter|dabei|vertreten|berücksichtigt|einbezogen|untersucht|verglichen|unter|in der liste|teil",
  info: "information*|info|infos|angabe|angaben|daten|datensatz|details|ergebnis|ergebnisse|ergebnissen|treffer|treffern|suchtreffer|suchergebnisse|hinweis|hinweise|eintrag|einträge|bewertung|bewertungen|rezension|rezensionen|erfahrungsbericht*|erfahrungen|quelle|quellen|belege|beleg|spur|spuren|website|webseite|webseiten|webauftritt|homepage|internetseite|kenntnis|kenntnisse|wissen|ahnung|vorstellung|auskunft|auskünfte|angebot|anbieter|erwähnung|erwähnungen|verweis|verweise|bezug|anhaltspunkt*|material|unterlagen|berichte|artikel|fundstelle*|meinungen|kundenmeinungen|testbericht*|grundlage|näheres|verlässliches|konkretes|brauchbares|etwas|erkenntnisse|fakten|kundenstimmen|nachweis|nachweise|beiträge|link|adresse|wort|silbe",
  source:
    "suche|recherche|suchen|suchergebnis*|ergebnisse|ergebnissen|treffer|treffern|quelle|quellen|artikel|artikeln|bericht*|liste|listen|rezensionen|bewertungen|vergleich*|test|tests|testbericht*|studie|studien|dokument*|text|texte|texten|seite|seiten|forum|foren|datenbank*|netz|internet|web|register|handelsregister|verzeichnis*|ratgeber*|portal*|vergleichsportal*|übersicht*|ranking*|davon|trainingsdaten|daten|wissensstand|datenstand|material|unterlagen|pdf|thread|beiträge*|kommentar*|umfrage*|marktübersicht*|aufstellung*|tabelle|google|suchmaschine*|anfrage|suchanfrage|abfrage|presse",
  about:
    "über|zu|zum|zur|von|vom|für|nach|auf|bei|beim|mit|betreffend|bezüglich|hinsichtlich|was|in bezug auf|im zusammenhang mit|im hinblick auf|was betrifft|unter|an|aus|zu dem|zu der|gegenüber|rund um",
  filler:
    "der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|diese|dieser|dieses|diesen|diesem|solche|solches|solchen|firma|unternehmen|marke|produkt|tool|app|anbieter|dienst|dienstleister|software|hersteller|händler|shop|geschäft|laden|restaurant|hotel|verein|namen|name|habe|hab|hat|ist|sind|war|waren|wurde|wurden|wird|werden|worden|kann|konnte|könnte|konnten|können|ließ|lässt|lassen|sich|leider|derzeit|aktuell|momentan|bisher keine|auch|trotz|wirklich|schlicht|einfach|überhaupt|gar|bislang|da|dazu|hier|es|zurzeit|im moment|öffentlich|öffentlichen|zuverlässige*|verlässliche*|belastbare*|einzige|einzigen|einziges|einziger|weitere|genauere|näheren|näher|konkrete*|etwas|irgendeine|irgendwelche|scheint|zu sein|gut|im|in|am|passende|relevanten|relevante|so|noch",
  called:
    "namens|mit dem namen|mit diesem namen|unter dem namen|unter diesem namen|mit namen|heißt|heißen|nennt sich|dieses namens|genannt wird|mit der bezeichnung|unter der bezeichnung|solche firma wie|solches unternehmen wie",
  unknown:
    "unbekannt|mir neu|mir völlig neu|neu für mich|ein neuer name|keine ahnung|keinen schimmer|nie gehört|noch nie gehört|nie davon gehört|überfragt|passen|sagt mir nichts|sagt mir leider nichts|ergebnislos|erfolglos|ohne erfolg|ohne ergebnis|vergeblich|ins leere|fehlanzeige|nicht vorhanden|im dunkeln|außerhalb meines|außerhalb meiner|übersteigt mein|tappe im dunkeln|schweigen|schweigt|schweigen sich|bleibt unerwähnt|unauffindbar|fiktiv|frei erfunden|erfunden|kein begriff|neuland|fremd|nicht in meinem",
  whether:
    "ob|dass|wenn|weil|wann|wie|warum|wieso|da|denn|damit|wo|woher|sodass|falls|was so|bis|seit",
  what: "wer|was|welche|welcher|welches|welchen|welchem|wo|um welche|um welches|um welchen|wofür|womit|in welcher|in welchem|was genau|was für",
  is: "ist|sind|war|handelt|geht|gibt|liegt|sitzt|bietet|macht",
  speaker: "ich|wir|mir|mich|uns",
  reader: "du|sie|dir|ihnen|euch|ihr|dich",
  ask: "meinst du|meinen sie|meinst|gemeint|sag mir|sagen sie mir|erzähl*|mehr über|mehr zu|verrate*|verraten|nenne mir|nennen sie mir|mitteilen|teile mir|teilen sie mir|kannst du|können sie|könntest du|könnten sie|magst du|würdest du|würden sie|beschreib*|erläuter*|präzisier*|genauer sagen|klären|kläre|hast du|haben sie|richtig geschrieben|korrekt geschrieben|schreibweise|vertippt|verschrieben|schreibfehler|tippfehler|beziehst du|beziehen sie|worum handelt|worum geht|denkst du|denken sie|einen link|suchst du|suchen sie|worauf|prüfe|überprüfe bitte|schick*|mehr details|mehr informationen|kurz sagen",
  given:
    "du fragst nach|sie fragen nach|gefragt nach|fragst|fragen|deine frage nach|ihre frage nach|habe nach|suchte nach|gesucht nach|nach gesucht|suche nach|durchsucht|die suche nach|recherche zu|recherche nach|anfrage zu|suchanfrage|gesucht|zu deiner frage|zu ihrer frage|deine frage zu|ihre frage zu|du erwähnst|sie erwähnen",
  or: "oder",
  but: "aber|jedoch|doch|während|allerdings|dagegen|hingegen|dafür|trotzdem|dennoch|obwohl|obgleich|sondern|im gegensatz|immerhin|wohingegen|gleichwohl|trotz allem|wiederum|und trotzdem",
  it: "es|er|sie|das unternehmen|die firma|die marke|der anbieter|der hersteller|das produkt|der laden|das haus|dessen|deren|seine|ihre",
  maybe:
    "vielleicht|möglicherweise|eventuell|womöglich|vermutlich|wahrscheinlich|könnte|dürfte|falls|sofern|eventuell|mag sein|wohl",
  veto: "viel|wenig|kaum|besser*|nur|oft|häufig|mehr|länger|zuvor|vorher|bisher|bis eben|beschwer*|beklag*|negativ*|schlecht*|genug|immer|allein|ausschließlich|günstigsten|problem*|mängel|nichts geht über|bis dahin|bis heute|bis vor kurzem|so gut|kritik|nachteil*|ruhiger|meisten",
  fact: "laut|gemäß|zufolge|stellt sich heraus|den kundenstimmen|gilt als|nach eigenen angaben|laut hersteller|laut website|offenbar|bietet aber",
};

export const DUTCH: AbsenceWords = {
  verb: "second",
  apposition: true,
  not: "niet|nooit|nog nooit|nog niet|onmogelijk|evenmin|niet gelukt|ook niet",
  without: "zonder",
  none: "geen|geen enkele|geen enkel|niets|niks|nergens|niemand|nul|noch|ontbreekt|ontbreken|mis|niet één|niet een",
  know: "kent|vinden|vind|vond|vonden|gevonden|terugvinden|teruggevonden|terug|achterhalen|achterhaald|ken|kennen|gekend|bekend|vertrouwd|weet|weten|gehoord|gelezen|gezien|zie|zien|zag|tegengekomen|tegen|kom|aangetroffen|trof|herken|herkennen|thuisbrengen|plaatsen|bevestigen|verifiëren|controleren|identificeren|opzoeken|ontdekt|ontdekken|traceren|lokaliseren|opleverde|leverde|leverden|levert|opgeleverd|gaf|gaven|geeft|zeggen|zegt|vertellen|beoordelen|beschikbaar|beschik|beschikken|heb|hebben|opgedoken|dook|stuit|stuitte|gestuit|ophalen|boven|bestaat|verschijnt|bevat",
  mention:
    "noemt|noemen|genoemd|vermeld|vermeldt|vermelden|vermelding|verwijst|verwijzen|verwijzing|verwijzingen|komt|komen|voorkomt|voorkomen|voorgekomen|verschijnt|verschijnen|bestaat|bestaan|duikt|duiken|opduiken|besproken|bespreekt|bespreken|praat|praten|spreekt|spreken|schrijft|schrijven|sprake|rept|reppen|gaat over|gaan over|behandeld|behandelt|aangehaald|geciteerd|citeert|genoteerd|geregistreerd|staat|staan|erover|te bekennen|woord|ter sprake",
  listed:
    "opgenomen|getest|vergeleken|zat|zit|bevat|bevatten|opgesomd|bij|erbij|tussen|ertussen|onder|beoordeeld|meegenomen|inbegrepen|inclusief",
  info: "informatie|info|gegevens|data|details|resultaat|resultaten|zoekresultaten|treffer|treffers|hits|vermelding|vermeldingen|verwijzing|verwijzingen|recensie|recensies|review|reviews|beoordelingen|ervaringen|bron|bronnen|spoor|sporen|website|site|webpagina|pagina|telefoonnummer|kennis|idee|benul|flauw idee|aanwijzing|aanwijzingen|vermeldenswaardig|iets|artikel|artikelen|bewijs|woord|feiten|inschrijving|notering|link|adres|achtergrond|documentatie|nieuws|berichten",
  source:
    "zoekopdracht|zoekactie|zoekresultaten|zoektocht|zoeken|resultaten|bron|bronnen|artikel|artikelen|artikels|lijst|lijsten|lijstje|recensies|reviews|beoordelingen|vergelijking|vergelijkingen|test|tests|tests|onderzoek|onderzoeken|document|documenten|tekst|teksten|pagina|pagina's|forum|fora|database|databank|internet|web|register|handelsregister|overzicht|overzichten|online|kennis|trainingsdata|gegevens|data|stukken|bestand|pdf|draadje|reacties|ranglijst|gidsen|daarvan|ervan|geen enkele|beide",
  about:
    "over|van|voor|naar|met|op|bij|aan|omtrent|betreffende|rond|wat betreft|met betrekking tot|inzake|aangaande|tegen",
  filler:
    "de|het|een|deze|dit|dat|die|zo'n|bedrijf|merk|product|app|tool|dienst|winkel|zaak|programma|software|aanbieder|fabrikant|organisatie|bureau|restaurant|hotel|heb|hebben|heeft|is|zijn|was|waren|werd|wordt|worden|kan|kon|kunnen|konden|er|helaas|momenteel|op dit moment|ook|echt|eigenlijk|gewoon|me|te|lijkt|om|in|betrouwbare|openbare|verdere|concrete|specifieke|enige|enkele|enkel|als|wel|nog|daadwerkelijk|relevante|online",
  called:
    "genaamd|met de naam|met die naam|onder de naam|onder die naam|heet|heten|dat heet|die heet|genoemd wordt|met als naam|naam",
  unknown:
    "onbekend|nieuw voor mij|nieuw voor me|een nieuwe naam|zegt me niets|zegt mij niets|zegt me niks|geen idee|nooit van gehoord|nog nooit van gehoord|zonder succes|zonder resultaat|tevergeefs|vruchteloos|onvindbaar|niet te vinden|buiten mijn|valt buiten|gaat mijn kennis te boven|tast in het duister|zwijgen|zwijgt|verzonnen|fictief|doet bij mij geen belletje|geen belletje rinkelen|vreemd|niets opgeleverd|loopt dood|leeg",
  whether: "of|dat|als|wanneer|hoe|waarom|omdat|want|waar|waardoor|aangezien|zodat|toen|die ik",
  what: "wie|wat|welke|welk|waar|in welke|in welk|wat voor|waarvoor",
  is: "is|zijn|was|ligt|zit|gaat|doet",
  speaker: "ik|wij|we|mij|me",
  reader: "je|jij|u|jou|jouw|uw|jullie",
  ask: "bedoel je|bedoelt u|bedoel|bedoelt|vertellen over|meer vertellen|meer zeggen|vertel|kun je|kunt u|kan je|zou je|zou u|zou u kunnen|aangeven|verduidelijken|toelichten|meer over|heb je|heeft u|juist gespeld|goed gespeld|correct gespeld|spelling|verkeerd gespeld|typefout|schrijf je|delen|sturen|een link|precies|denk je aan|verwijs je|specificeren|omschrijven|laat me weten|geef me|waar het om gaat|controleer",
  given:
    "je vraagt naar|u vraagt naar|vraagt naar|vroeg naar|gevraagd naar|je vraag over|uw vraag over|gezocht naar|zocht naar|zoeken op|zoeken naar|zocht op|zoek naar|gezocht op|zoekopdracht naar|gezocht|zocht|je noemt|u noemt|zoektocht naar",
  or: "of",
  but: "maar|echter|terwijl|hoewel|daarentegen|toch|niettemin|desondanks|al|wel|ofschoon|anderzijds|in tegenstelling",
  it: "het|hij|ze|zij|het bedrijf|het merk|de winkel|de zaak|het product|de app|zijn|haar",
  maybe:
    "misschien|mogelijk|wellicht|waarschijnlijk|zou kunnen|kan zijn|vermoedelijk|als het|indien|mogelijkerwijs",
  veto: "veel|weinig|nauwelijks|beter*|alleen|vaak|meer|langer|eerder|klaagt|klagen|klachten|klacht|slecht*|negatief|negatieve|genoeg|altijd|slechts|voorheen|tot nu toe|problemen|zo goed|betere|bekendste|goedkoopste|verkeerd",
  fact: "volgens|blijkt|op basis van|naar verluidt|afgaande op|staat bekend|al scoort",
};

export const SWEDISH: AbsenceWords = {
  verb: "second",
  apposition: true,
  not: "inte|aldrig|ej|icke|heller|omöjligt|ännu inte|heller inte|varken",
  without: "utan",
  none: "ingen|inga|inget|ingenting|ingenstans|noll|saknar|saknas|varken|inte någon|inte något|inte några|inte ett enda|inte en enda",
  know: "att hitta|hitta|hittar|hittade|hittat|hittas|hittades|finna|fann|funnit|återfinns|känner|känna|kände|känd|bekant|bekanta|vet|veta|hört|hört talas|sett|ser|såg|läst|stött|stöter|känner igen|känner till|bekräfta|bekräftas|verifiera|identifiera|kontrollera|lokalisera|få fram|fick|får|gav|ger|gett|gav upphov|resulterade|säga|säger|uttala|bedöma|berätta|tillgänglig|tillgängligt|tillgängliga|tillgång|har|hade|upptäckt|upptäckte|dök|spåra|placera|slå upp|kommer upp|kom upp|minns",
  mention:
    "nämner|nämns|nämna|nämnt|nämnts|nämnd|omnämns|omnämnd|tar upp|tas upp|upp|refererar|hänvisar|hänvisning|hänvisningar|citerar|citeras|finns|finnas|existerar|existera|förekommer|förekomma|dyker|dyka upp|dök|syns|synas|pratar|talar|skriver|skrivs|skrivit|diskuterar|diskuteras|behandlar|behandlas|omtalas|tal om|står|stod|berör|berörs|ord",
  listed:
    "listas|listad|listade|ingår|ingick|testades|testad|testas|en av dem|innehåller|bland|jämförs|upptagen|registrerad|var med|är med",
  info: "information|info|uppgift|uppgifter|data|detaljer|resultat|sökresultat|träff|träffar|recension|recensioner|omdöme|omdömen|källa|källor|spår|webbplats|webbsida|hemsida|sida|kunskap|kännedom|aning|hänvisning|hänvisningar|omnämnande|omnämnanden|referens|referenser|något|artikel|artiklar|bevis|länk|adress|bakgrund|fakta|underlag|tester|ord|nyheter|material|telefonnummer",
  source:
    "sökning|sökningen|sökningar|sökresultat|sökresultaten|resultat|resultaten|källa|källor|källorna|artikel|artiklar|artiklarna|lista|listan|listor|listorna|recensioner|recensionerna|omdömen|jämförelse|jämförelser|jämförelserna|test|tester|testerna|testet|undersökning|undersökningen|dokument|dokumentet|text|texten|texterna|sida|sidan|sidorna|forum|forumet|databas|databasen|nätet|internet|webben|register|registret|någonstans|av dem|dem|träningsdata|data|material|materialet|guide|guiderna|översikt|översikten|tråden|kommentarerna|ranking|rankingen|underlaget",
  about:
    "om|för|på|till|med|av|angående|beträffande|kring|gällande|rörande|när det gäller|vad gäller|efter|från|över|mot",
  filler:
    "en|ett|den|det|de|detta|denna|denne|sådan|sådant|någon|något|några|företag|företaget|märke|märket|varumärke|varumärket|produkt|produkten|app|appen|tjänst|tjänsten|butik|butiken|program|firma|restaurang|hotell|leverantör|har|hade|är|var|vara|blir|blev|kan|kunde|gick|går|att|tyvärr|just nu|för närvarande|faktiskt|egentligen|verkar|tycks|kunnat|lyckats|lyckades|lyckas|där|som|i|tillförlitliga|pålitliga|offentlig|offentliga|enda|alls|ens|specifik|konkret|ytterligare|relevanta|relevant|närmare|jag vet",
  called:
    "som heter|heter|vid namn|med namnet|med det namnet|under namnet|kallad|kallat|kallas|namnet|som kallas|benämnd",
  unknown:
    "obekant|okänt för mig|okänd för mig|okänt|okänd|nytt för mig|ny för mig|ett nytt namn|säger mig ingenting|säger mig inget|ingen aning|aldrig hört talas om|utan framgång|utan resultat|förgäves|resultatlöst|utanför det jag|utanför min|famlar i mörkret|tiger|påhittat|påhittad|fiktivt|främmande|bom|ringer ingen klocka|gick bet|svarslös|tomhänt",
  whether: "om|att|när|hur|varför|eftersom|medan att|vilket|så|därför|huruvida|då",
  what: "vem|vad|vilken|vilket|vilka|var|i vilket|i vilken|vad för",
  is: "är|var|ligger|gör|finns",
  speaker: "jag|vi|mig|oss",
  reader: "du|dig|din|ditt|dina|ni|er|ert",
  ask: "berätta|berätta mer|mer om|menar du|menar ni|menar|kan du|kan ni|skulle du|kunde du|förtydliga|precisera|beskriv|beskriva|förklara|har du|har ni|en länk|stavat|stavas|stavning|felstavat|tänker du|syftar du|syftar ni|säg mig|dela|skicka|låt mig veta|ange|kontrollera|för något|letar du|specificera",
  given:
    "du frågar om|du frågade om|frågar om|frågade om|din fråga om|sökt efter|sökte efter|söker efter|letat efter|letade efter|sökningen på|sökning på|sökning efter|sökte på|sökt på|letade|sökte|du nämner|frågan om|leta efter",
  or: "eller",
  but: "men|dock|medan|däremot|fast|ändå|trots|även om|fastän|emellertid|likväl|å andra sidan|till skillnad",
  it: "det|den|företaget|märket|butiken|de|dess|produkten|appen",
  maybe:
    "kanske|möjligen|eventuellt|troligen|förmodligen|kan vara|om det|möjligt|ifall|torde|sannolikt",
  veto: "mycket|lite|knappt|bättre|bara|ofta|mer|längre|tidigare|klagar|klagomål|dålig*|negativa|nog|alltid|endast|dittills|problem|så känt|så känd|särskilt känd|fel|bättre|återkallelser|brister|förrän",
  fact: "enligt|visar sig|baserat på|att döma av|tydligen|säger sig",
};
