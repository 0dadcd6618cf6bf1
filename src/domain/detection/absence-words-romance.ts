import type { AbsenceWords } from "./absence-words.ts";

export const FRENCH: AbsenceWords = {
  verb: "first",
  apposition: true,
  not: "pas|ne|n'|jamais|impossible|en peine|incapable|nullement|point|guère moyen|ni",
  without: "sans|faute d'|faute de",
  none: "aucun|aucune|aucuns|aucunes|rien|personne|nul|nulle|nulle part|zéro|pas de|pas d'|ni|la moindre|le moindre|manque|manquent|me manque|me manquent|dépourvu|pas un|pas une|pas un seul|pas une seule|pas le moindre|pas la moindre",
  know: "trouver|trouve|trouvé|trouvée|trouvés|trouvées|trouvent|retrouver|retrouvé|localiser|localisé|identifier|identifié|connais|connaître|connu|connue|connaissance|reconnais|sais|savoir|entendu parler|entendu|entendre parler|ai entendu|vu|vois|lu|croisé|rencontré|repérer|repéré|déniché|dénicher|découvert|découvrir|vérifier|confirmer|garantir|accéder|accès|tombé|tombée sur|tombé sur|repérée|disponible|disponibles|dispose|possède|détiens|donne|donné|donnent|donner|renvoie|renvoyé|remonté|remonte|remontent|ressort|sorti|fournir|renseigner|familier|familière|au courant|dit|parle|évoque|dire|parler|me prononcer|juger|évaluer|apporte|apporté|abouti|livré|produit|récupérer|figure|relevé|relever|obtenu|mettre la main|en mémoire|évaluer|situer|répertorié",
  mention:
    "mentionne|mentionnent|mentionné|mentionnée|mentionner|mention|cite|citent|cité|citée|citer|évoque|évoquent|évoqué|évoquée|évoquer|parle|parlent|parler|en parle|en parlent|nomme|nomment|nommé|nommée|référence|fait référence|font référence|fait état|fait mention|font mention|est question|question|est fait mention|apparaît|apparaissent|apparaître|apparaisse|figure|figurent|figurer|existe|existent|exister|existait|traite|traitent|aborde|abordent|référencé|référencée|répertorié|répertoriée|discute|ressort|présente|trace|réelle|allusion|renvoie",
  listed:
    "liste|listent|listé|listée|inclut|incluent|inclus|incluse|contient|contiennent|fait partie|faisait partie|en faisait partie|partie|testé|testée|présent|présente|comparé|retenu|retenue|recensé|comprend|classé|parmi",
  info: "information|informations|info|infos|renseignement|renseignements|donnée|données|détail|détails|résultat|résultats|trace|traces|avis|commentaire|commentaires|source|sources|référence|références|mention|mentions|site|page|fiche|idée|élément|éléments|indication|indications|précisions|occurrence|occurrences|entrée|article|articles|test|tests|correspondance|lien|chose|témoignage|témoignages|connaissance|souvenir|preuve|retour|retours|contenu|documentation|adresse|mot|repère|dossier",
  source:
    "recherche|recherches|résultat|résultats|source|sources|article|articles|liste|listes|avis|comparatif|comparatifs|comparaison|test|tests|étude|études|document|documents|texte|textes|page|pages|forum|forums|base de données|bases de données|internet|web|ligne|registre|registres|guide|guides|annuaire|extraits|données|dossier|dossiers|d'entre eux|d'entre elles|classement|classements|contenus|discussion|fil|corpus|part|moteur|moteurs|requête|presse|sélections|sites|fichier|pdf|commentaires|publications",
  about:
    "sur|à propos de|à propos d'|au sujet de|au sujet d'|au sujet du|concernant|de|d'|du|des|pour|à|au|aux|relatif à|relative à|relatives à|relatifs à|quant à|quant au|en ce qui concerne|s'agissant de|vis-à-vis de|autour de|avec|par",
  filler:
    "la|le|les|l'|un|une|ce|cette|cet|ces|marque|entreprise|société|produit|application|outil|service|boutique|magasin|enseigne|fournisseur|logiciel|site|établissement|restaurant|hôtel|nom|ai|j'ai|as|a|est|sont|été|avons|suis|en|y|il|ça|cela|malheureusement|désolé|hélas|actuellement|vraiment|du tout|totalement|tout à fait|encore|fiable|fiables|pu|puis|peux|parvenu à|réussi à|parviens|parvient|semble|précise|précises|spécifique|spécifiques|pertinent|pertinente|concrète|aussi|non plus|simplement|seul|seule|qui|que je|là-dessus|à ce sujet|moment|être|avoir|moi|s'|se|elle",
  called:
    "nommé|nommée|appelé|appelée|du nom de|du nom d'|de ce nom|sous le nom|sous ce nom|baptisé|baptisée|porte le nom|porte ce nom|s'appelle|dénommé|dénommée|intitulé|le nom|portant le nom",
  unknown:
    "inconnu|inconnue|inconnus|m'est inconnue|introuvable|introuvables|aucune idée|pas la moindre idée|étranger|étrangère|ne me dit rien|ne me dit absolument rien|ne m'évoque rien|ne me parle pas|ne me parle|nouveau pour moi|nouvelle pour moi|sans succès|sans résultat|en vain|vainement|infructueuse|infructueuses|infructueux|chou blanc|bredouille|silence|muet|muets|muettes|muette|jamais entendu parler|inexistant|inexistante|fictif|fictive|hors de mes connaissances|au-delà de mes connaissances|m'échappe|dans le flou|pas familier|ignore tout|j'ignore tout|ignore|n'a rien donné|rien donné|sèche|dans le noir",
  whether:
    "si|que|qu'|quand|comment|pourquoi|car|parce que|puisque|comme|où|dont|combien|lorsque|afin|donc|alors",
  what: "qu'est-ce que|qu'est-ce qu'|qui|quel|quelle|quels|quelles|où|que|de quoi|à quel|à quelle|dans quelle|dans quel|de quel|de quelle|quoi|ce que vaut|ce qu'est|ce que",
  is: "est|sont|c'est|se trouve|se situe|fait|propose|s'agit|est-ce",
  speaker: "je|j'|nous|me|m'|moi",
  reader: "vous|tu|te|t'|votre|ton|vos",
  ask: "pouvez-vous|pourriez-vous|peux-tu|pourrais-tu|dites-moi|dis-moi|m'en dire|en dire plus|me dire|préciser|précisez|précise|clarifier|parlez-vous|parles-tu|voulez-vous dire|veux-tu dire|voulez-vous parler|faites-vous référence|fais-tu référence|pensez-vous à|penses-tu à|auriez-vous|avez-vous|as-tu|aurais-tu|un lien|orthographe|orthographié|orthographiée|écrit correctement|bien écrit|s'écrit|faute de frappe|expliquer|décrire|davantage|partager|indiquer|indiquez|merci de préciser|cherchez-vous|fournir|donnez-moi|de quoi s'agit|s'agit-il|entendez-vous|vérifier l'orthographe|est-ce bien|confirmer le nom",
  given:
    "m'interrogez sur|m'interroges sur|vous demandez|vous me demandez|votre question sur|votre question porte sur|ta question|ma recherche|mes recherches|une recherche|la recherche|cherché|recherché|cherchant|recherchant|j'ai cherché|vous mentionnez|tu mentionnes|vous évoquez|vous parlez|demandez des informations|recherche sur",
  or: "ou|ou bien",
  but: "mais|cependant|toutefois|pourtant|tandis que|alors que|en revanche|par contre|néanmoins|bien que|quoique|malgré tout|or",
  it: "elle|il|l'entreprise|la marque|la société|le produit|cette marque|cette entreprise|l'enseigne|le site|son|sa|ses|elles",
  maybe:
    "peut-être|peut être|pourrait|pourraient|possible|éventuellement|probablement|sans doute|il se peut|soit|peut-il|si vous|il s'agit peut-être",
  veto: "beaucoup|peu|mieux|meilleur|meilleure|meilleurs|que seulement|seulement|souvent|plus|auparavant|avant|plainte|plaintes|problème|problèmes|mauvais|mauvaise|négatif|négatifs|négative|assez|toujours|uniquement|reproche|reproches|pas cher|moins cher|prise en charge|pris en charge|aussi bien|défaut|grand-chose|arnaque",
  fact: "d'après son|selon|d'après les|il s'avère|s'avère|apparemment|à en croire|réputée|réputé|comptez",
};

export const SPANISH: AbsenceWords = {
  verb: "first",
  apposition: true,
  not: "no|nunca|jamás|tampoco|imposible|incapaz|ni|no he podido|no pude|no logré",
  without: "sin",
  none: "ningún|ninguno|ninguna|ningunos|ningunas|nada|nadie|ninguna parte|cero|ni un|ni una|ni una sola|ni un solo|ni siquiera|falta|faltan|me falta|me faltan|carezco|carece|ausencia",
  know: "encontrar|encontré|encontrado|encuentro|encuentra|encontramos|encontró|hallar|hallé|hallado|halla|localizar|localicé|localizado|identificar|identifico|conozco|conocer|conoce|conocido|reconozco|sé|saber|oído|oído hablar|oí hablar|oí|escuchado|visto|veo|ver|vi|leído|suena|sonar|sonaba|consta|familiarizado|familiarizada|familiar|al tanto|verificar|confirmar|comprobar|acceder|acceso|dar con|di con|topado|topé|dispongo|tengo|poseo|cuento|cuento con|disponible|disponibles|arroja|arrojó|arrojaron|arrojan|devuelve|devolvió|da|dio|dieron|dado|produjo|obtuve|obtener|aparece|apareció|aparecen|aparecieron|salió|sale|salen|surge|rastrear|ubicar|ubico|recuperar|opinar|valorar|evaluar|decir|dice|hablar|ofrecer|proporcionar|aportar|recopilado|descubrir|descubierto|detectado|recibido|figura|logré",
  mention:
    "menciona|mencionan|mencionado|mencionada|mencionar|mención|nombra|nombran|nombrado|nombrada|cita|citan|citado|citada|citar|habla|hablan|hablar|se habla|refiere|refieren|referencia|hace referencia|hacen referencia|hacen mención|hace mención|alude|aluden|alusión|aparece|aparecen|aparecer|aparezca|figura|figuran|figurar|sale|salen|existe|existen|existir|exista|comenta|comentan|trata|tratan|aborda|consta|escribe|escriben|discute|real|registrada|registrado|recoge|recogen|palabra",
  listed:
    "lista|listan|incluye|incluyen|incluido|incluida|incluir|contiene|contienen|analizado|probado|comparado|presente|entre ellos|entre ellas|estaba|está|forma parte|formaba parte|entre|listado|listada|evaluado",
  info: "información|informaciones|info|dato|datos|detalle|detalles|resultado|resultados|coincidencia|coincidencias|rastro|rastros|reseña|reseñas|opinión|opiniones|fuente|fuentes|referencia|referencias|mención|menciones|registro|registros|web|página|sitio|ficha|constancia|idea|conocimiento|conocimientos|noticia|noticias|indicio|indicios|artículo|artículos|entrada|evidencia|enlace|antecedentes|contenido|documentación|cosa|palabra|valoraciones|comentarios|pista|prueba|pruebas|perfil|teléfono|huella|relevante",
  source:
    "búsqueda|búsquedas|resultado|resultados|fuente|fuentes|artículo|artículos|lista|listas|reseña|reseñas|comparativa|comparativas|comparación|prueba|pruebas|estudio|estudios|documento|documentos|texto|textos|página|páginas|foro|foros|base de datos|bases de datos|internet|red|web|línea|registro|registros|guía|guías|parte|ellos|ellas|lugar|contexto|datos|fragmentos|publicaciones|hilo|comentarios|ranking|rankings|sitios|material|informe|informes|buscador|google|directorio|análisis|tabla|entrenamiento|conocimiento",
  about:
    "sobre|acerca de|respecto a|respecto de|con respecto a|de|del|para|a|al|en cuanto a|referente a|referentes a|relativo a|relativa a|relacionada con|relacionado con|relacionados con|en relación con|con|en torno a|por|sobre el|en lo que respecta a",
  filler:
    "el|la|los|las|un|una|este|esta|ese|esa|eso|esos|algún|alguna|empresa|marca|compañía|producto|aplicación|app|herramienta|servicio|tienda|negocio|proveedor|programa|software|sitio|hotel|restaurante|nombre|he|ha|han|hay|es|son|fue|está|se|me|lo|le|lamentablemente|desgraciadamente|actualmente|realmente|ahora|mismo|podido|pude|puedo|logrado|logré|conseguido|conseguí|fiable|fiables|confiable|confiables|específica|específico|específicos|verificada|disponible|concreta|concretos|relevante|absolutamente|en absoluto|tampoco|también|parece|siquiera|sola|solo un|posible|ser|haber|haya|que yo|además|pública|alguno|personalmente|en cambio|llamada así|todavía|aún|única",
  called:
    "llamado|llamada|llamados|con el nombre|con ese nombre|de nombre|denominado|denominada|bajo el nombre|bajo ese nombre|se llame|se llama|que responda al nombre|el nombre|por el nombre",
  unknown:
    "desconocido|desconocida|desconozco|ni idea|no tengo ni idea|ni la menor idea|no me suena|no me suena de nada|no me dice nada|nuevo para mí|nueva para mí|sin éxito|sin resultado|sin resultados|sin suerte|en vano|infructuosa|infructuoso|inexistente|ficticio|ficticia|guardan silencio|no dicen nada|fuera de mi|fuera de lo que|más allá de mi|se me escapa|en blanco|a ciegas|ajeno|ajena|nunca había oído|ilocalizable|a oscuras|mudos|callan|manos vacías",
  whether:
    "si|que|cuándo|cuando|cómo|cómo es|por qué|porque|cuánto|cuántos|cuántas|dónde|ya que|puesto que|como|pues|así que|qué tal|cual",
  what: "qué es|qué son|quién|quiénes|cuál|cuáles|dónde|en qué|a qué|de qué|por cuál",
  is: "es|son|era|está|queda|se encuentra|vende|hace|ofrece|se dedica|trata|sea",
  speaker: "yo|nosotros|mí|conmigo",
  reader: "tú|usted|ustedes|vosotros|te|tu|su pregunta|os",
  ask: "puedes|podrías|podría|puede usted|dime|dígame|dame|me das|podrías darme|darme|cuéntame|contarme|aclarar|aclárame|aclara|aclare|especificar|especifica|precisar|detallar|te refieres|se refiere|se refería|te refieras|quieres decir|explicar|explícame|más sobre|más detalles|más información|más datos|tienes algún|tienes un|tiene usted|tienes|tiene algún|tiene un|enlace|está bien escrito|bien escrito|correctamente|escribe así|ortografía|compartir|comparte|compartirme|indicar|indícame|confirma|confirmar el nombre|hablas de|estás pensando|buscas|pasarme|proporcionar|exactamente",
  given:
    "preguntas por|pregunta por|preguntaste por|preguntado por|preguntas sobre|pregunta sobre|busqué|he buscado|buscando|buscado|buscar|la búsqueda de|búsqueda de|mencionas|menciona usted|tu pregunta sobre|su pregunta sobre|rastreé|consulté",
  or: "o|u",
  but: "pero|sin embargo|mientras|mientras que|aunque|no obstante|por el contrario|si bien|eso sí|sino|ahora bien|aun así",
  it: "ella|ello|la empresa|la marca|la compañía|el producto|esta empresa|esta marca|la tienda|su",
  maybe:
    "quizá|quizás|tal vez|puede que|podría|podrían|posible|posiblemente|probablemente|a lo mejor|es posible|acaso|puede ser|si es",
  veto: "mucho|mucha|muchos|poco|poca|mejor|mejores|sólo|solo|solamente|únicamente|a menudo|más|antes|queja|quejas|se queja|problema|problemas|malo|mala|malas|negativa|negativas|bastante|siempre|hasta ahora|tan|ya no|peor|comparable|fallado|apenas|quién no|muy conocida|muy conocido",
  fact: "según|resulta ser|resulta que|de acuerdo con|al parecer|parece ser|a juzgar por|trabaja con|por lo visto|está considerada",
};

export const ITALIAN: AbsenceWords = {
  verb: "first",
  apposition: true,
  not: "non|mai|neppure|nemmeno|neanche|impossibile|né|incapace",
  without: "senza|privo di|priva di",
  none: "nessun|nessuno|nessuna|nessun'|nulla|niente|da nessuna parte|zero|alcun|alcuna|alcuno|alcun'|manca|mancano|mi manca|mi mancano|né|neanche un|neanche una|nemmeno un|nemmeno una|neppure una|assenza di",
  know: "trovare|trovato|trovata|trovati|trovate|trovo|trova|trovano|rintracciare|rintracciato|reperire|reperito|individuare|individuato|localizzare|identificare|conosco|conoscere|conosciuto|conosciuta|riconosco|so|sapere|sentito|sentita|sentito parlare|sentito nominare|sentita nominare|visto|vista|vedo|letto|conoscenza|al corrente|a conoscenza|familiarità|familiare|verificare|confermare|accedere|accesso|imbattuto|imbattuta|risulta|risultano|salta fuori|saltato fuori|saltano fuori|emerge|emerso|emergono|emersa|dispongo|possiedo|ho|disponibile|disponibili|prodotto|ha dato|dato|dà|restituito|restituisce|fornito|fornire|ottenuto|ottenere|dice|dire|valutare|esprimermi|parlare|scoperto|scovare|scovato|recuperare|nota|note|noto|noti|porta|portato|uscito|esce|compare",
  mention:
    "menziona|menzionano|menzionato|menzionata|menzionare|menzione|cita|citano|citato|citata|citare|nomina|nominano|nominato|nominata|parla|parlano|parlare|si parla|riferimento|riferimenti|fa riferimento|fanno riferimento|fa menzione|compare|compaiono|comparire|appare|appaiono|apparire|figura|figurano|risulta|risultano|esiste|esistono|esistere|esista|accenna|accennano|accenno|tratta|trattano|tratta di|discute|scrive|scrivono|si trova traccia|traccia|salta fuori|vera azienda|presente|registrato|parola|salta",
  listed:
    "elenca|elencano|elencato|elencata|include|includono|incluso|inclusa|contiene|contengono|testato|provato|confrontato|rientra|c'era|c'è|fa parte|era tra|compreso|compresa|tra questi|presente|valutato|recensito|riporta|riportano|riportato",
  info: "informazione|informazioni|info|notizia|notizie|dato|dati|dettaglio|dettagli|risultato|risultati|corrispondenza|corrispondenze|traccia|tracce|recensione|recensioni|opinione|opinioni|fonte|fonti|riferimento|riferimenti|menzione|menzioni|sito|pagina|scheda|riscontro|riscontri|idea|elementi|conoscenza|conoscenze|indicazione|indicazioni|articolo|articoli|voce|prova|prove|link|contenuti|documentazione|parola|cosa|commenti|pareri|numero|profilo|frutti|esito|occorrenze|granché",
  source:
    "ricerca|ricerche|risultato|risultati|fonte|fonti|articolo|articoli|elenco|elenchi|lista|liste|recensione|recensioni|confronto|confronti|comparativa|comparative|test|prova|prove|studio|studi|documento|documenti|testo|testi|pagina|pagine|forum|database|banca dati|internet|rete|web|online|registro|registri|guida|guide|parte|queste|essi|esse|dati|contesto|materiale|discussione|discussioni|classifica|classifiche|commenti|siti|motore|rapporto|estratti|nessuno|nessuna|nessuno di|pdf|portale|portali|fornito|conoscenze",
  about:
    "su|sul|sulla|sullo|sui|sulle|sull'|riguardo a|riguardo|riguardanti|riguardante|in merito a|circa|di|del|della|dello|dei|delle|dell'|d'|per|a|al|alla|all'|allo|relative a|relativi a|relativo a|quanto a|per quanto riguarda|a proposito di|in relazione a|con|intorno a|da|dal|dalla",
  filler:
    "il|lo|la|i|gli|le|l'|un|uno|una|un'|questo|questa|quel|quella|tale|azienda|marca|marchio|società|prodotto|applicazione|app|strumento|servizio|negozio|fornitore|programma|software|sito|ristorante|albergo|hotel|ditta|nome|ho|ha|hanno|è|sono|stato|stata|state|stati|viene|vengono|venga|mi|ci|si|ne|purtroppo|attualmente|davvero|riuscito|riuscita|riesco|potuto|posso|invece|affidabile|affidabili|attendibile|attendibili|specifica|specifiche|specifici|concreta|verificate|pertinente|utile|utili|assolutamente|affatto|proprio|neanche|anche|ancora|sembra|essere|avere|invece|online|che io|che si|sufficienti|personalmente|disponibile|pubbliche|singola|sola|solo una",
  called:
    "chiamato|chiamata|di nome|con il nome|con questo nome|con quel nome|denominato|denominata|sotto il nome|che si chiami|che si chiama|si chiama|dal nome|il nome|a nome",
  unknown:
    "sconosciuto|sconosciuta|ignoto|ignota|introvabile|introvabili|nessuna idea|non ne ho idea|nessun'idea|non mi dice niente|non mi dice nulla|nuovo per me|nuova per me|nome nuovo|mai sentito|mai sentita|mai sentito nominare|mai sentita nominare|mai sentito parlare|senza successo|senza esito|senza risultati|senza risultato|invano|infruttuosa|infruttuose|inesistente|fittizio|fittizia|tacciono|tace|fuori dalle mie|al di fuori|oltre le mie|brancolo nel buio|nel buio|a vuoto|a mani vuote|buco nell'acqua|estraneo|estranea|esula|esula dalle mie|ignoro|all'oscuro|buio totale|silenzio|mistero",
  whether:
    "se|che|cui|quando|come|perché|poiché|dato che|siccome|dove|quanto|quanti|quante|visto che|quindi|mentre che",
  what: "cosa|che cosa|che cos'è|cos'è|chi|quale|quali|di cosa|a quale|a chi|in quale|in che|dove|cosa sia|di quale|che tipo",
  is: "è|sono|era|si trova|ha sede|fa|vende|offre|si occupa|sia|siano",
  speaker: "io|noi|me",
  reader: "tu|lei|voi|ti|tuo|tua|vi",
  ask: "puoi|potresti|può|potrebbe|puoi dirmi|dimmi|mi dica|dirmi|dammi|darmi|di più su|qualcosa di più|chiarire|chiarisci|chiariscimi|specificare|specifica meglio|precisare|intendi|intende|ti riferisci|si riferisce|riferisci|spiegare|spiegarmi|più informazioni|maggiori informazioni|più dettagli|hai un|ha un|hai|avresti|link|scritto correttamente|scritto bene|è corretto|giusto|ortografia|refuso|condividere|condividi|indicare|indicarmi|raccontarmi|raccontami|fornirmi|stai pensando|stai cercando|cerchi|confermare il nome|mandarmi|esattamente|di che si tratta|verifica|controlla",
  given:
    "chiedi di|chiede di|chiesto di|mi chiedi|mi chiede|hai chiesto|ho cercato|cercato|cercando|cercare|ricerca di|la ricerca|provato a cercare|hai citato|la tua domanda su|la sua domanda su|menzioni|ho controllato",
  or: "o|oppure",
  but: "ma|però|tuttavia|mentre|anche se|sebbene|eppure|al contrario|nonostante|d'altra parte|bensì|comunque|ciononostante",
  it: "esso|essa|l'azienda|il marchio|la società|il prodotto|la marca|il negozio|questa azienda|questo marchio|i suoi|la sua|il suo|sua",
  maybe:
    "forse|magari|potrebbe|potrebbero|possibile|probabilmente|eventualmente|può darsi|può essere|possibilmente|temo|chissà",
  veto: "molto|molta|molte|poco|poca|meglio|migliore|migliori|solo|soltanto|spesso|più|prima|lamenta|lamentano|lamentele|problema|problemi|negativa|negative|negativo|cattiva|abbastanza|sempre|finora|unicamente|sbagliare|così|difetti|deluso|peggiore|mai avuto|molto nota",
  fact: "secondo|a quanto pare|stando a|stando ai|in base a|risulta essere|si tratta di una|si tratta di un|si rivela|pare sia",
};

export const PORTUGUESE: AbsenceWords = {
  verb: "first",
  apposition: true,
  not: "não|nunca|jamais|nem|tampouco|impossível|incapaz",
  without: "sem",
  none: "nenhum|nenhuma|nenhuns|nenhumas|nada|ninguém|lado nenhum|lugar nenhum|nenhures|zero|nem um|nem uma|nem sequer|falta|faltam|me falta|me faltam|faltam-me|falta-me|careço|uma única|um único|ausência de",
  know: "encontrar|encontrei|encontrado|encontrada|encontrados|encontradas|encontra|encontro|encontramos|achar|achei|achado|acho|localizar|localizei|localizado|identificar|identifiquei|conheço|conhecer|conhecido|conhecida|conhecimento|reconheço|sei|saber|saberia|ouvi|ouvi falar|ouvido|ouvido falar|vi|visto|vejo|ver|li|lido|deparei|familiarizado|familiarizada|familiar|a par|ciente|verificar|confirmar|comprovar|acessar|aceder|acesso|disponho|possuo|tenho|temos|disponível|disponíveis|retornou|retorna|devolveu|deu|deram|resultou|produziu|trouxe|rendeu|obtive|obter|obtido|apareceu|aparece|surgiu|surge|surgem|rastrear|descobri|descobrir|avaliar|opinar|dizer|diz|falar|fornecer|oferecer|informar|consta|constam|recuperar|gerou|esbarrei|cruzei|recordo|lembro",
  mention:
    "menciona|mencionam|mencionado|mencionada|mencionar|menção|cita|citam|citado|citada|citar|nomeia|fala|falam|falar|se fala|refere|referem|referido|referida|referência|fazem referência|faz referência|faz menção|fazem menção|alude|aludem|alusão|aparece|aparecem|aparecer|apareça|surge|surgem|figura|figuram|consta|constam|constar|existe|existem|existir|exista|comenta|comentam|trata|tratam|aborda|abordam|escreve|escrevem|discute|traz|trazem|registrada|registado|registada|real|palavra|é citado",
  listed:
    "lista|listam|listado|listada|inclui|incluem|incluído|incluída|contém|contêm|testado|avaliado|comparado|presente|estava|está|faz parte|fazia parte|entre eles|entre elas|entre|analisado",
  info: "informação|informações|info|dado|dados|detalhe|detalhes|pormenores|resultado|resultados|correspondência|correspondências|rastro|rasto|vestígio|avaliação|avaliações|crítica|críticas|opinião|opiniões|fonte|fontes|referência|referências|menção|menções|registro|registros|registo|registos|site|página|ficha|ideia|noção|conhecimento|notícia|notícias|indício|indícios|artigo|artigos|entrada|evidência|evidências|link|conteúdo|documentação|coisa|palavra|comentários|prova|elementos|resenha|resenhas|pista|antecedentes|perfil|ocorrência|ocorrências",
  source:
    "pesquisa|pesquisas|busca|buscas|resultado|resultados|fonte|fontes|artigo|artigos|lista|listas|avaliações|comparativo|comparativos|comparação|teste|testes|estudo|estudos|documento|documentos|texto|textos|página|páginas|fórum|fóruns|base de dados|banco de dados|internet|rede|web|online|registro|registos|registros|guia|guias|lugar|lado|delas|deles|contexto|dados|comentários|ranking|rankings|sites|material|relatório|relatórios|google|trechos|nenhuma das|nenhum dos|matérias|publicações|tópico|pdf|conhecimento|treinamento|parte",
  about:
    "sobre|acerca de|acerca do|acerca da|a respeito de|a respeito do|a respeito da|respeitante a|de|do|da|dos|das|d'|para|ao|às|aos|quanto a|quanto à|quanto ao|em relação a|em relação à|em relação ao|relativo a|relativas a|referente a|referentes a|relacionado a|relacionadas a|com|em torno de|por|pelo|pela|pelos|pelas|sobre o|sobre a|no que diz respeito a",
  filler:
    "o|a|os|as|um|uma|este|esta|esse|essa|esses|algum|alguma|empresa|marca|companhia|produto|aplicativo|aplicação|app|ferramenta|serviço|loja|negócio|fornecedor|programa|software|hotel|restaurante|nome|é|são|foi|foram|está|se|me|lo|la|eu|tem|há|ter|haver|infelizmente|atualmente|realmente|no momento|neste momento|consegui|consigo|conseguimos|pude|posso|possível|confiável|confiáveis|fiável|fiáveis|específica|específicas|específico|verificada|disponível|concreta|relevante|relevantes|absolutamente|também|parece|sequer|ser|foi possível|pública|públicas|única|qualquer|quaisquer|que eu|dela|dele|sobre ela|ainda|exatamente|suficientes|já|lá|mesmo",
  called:
    "chamado|chamada|com o nome|com esse nome|com este nome|de nome|denominado|denominada|sob o nome|sob esse nome|que se chame|que se chama|se chama|intitulado|o nome|esse nome|este nome|por esse nome",
  unknown:
    "desconhecido|desconhecida|desconheço|não faço ideia|não faço a menor ideia|sem ideia|nem ideia|não me diz nada|não me soa|não me é familiar|novo para mim|nova para mim|sem sucesso|sem resultado|sem resultados|sem êxito|em vão|infrutífera|infrutíferas|inexistente|fictício|fictícia|silenciam|calam|em silêncio|fora do meu|fora do que|fora dos meus|além do meu|foge ao meu|me escapa|escapa-me|em branco|no escuro|às cegas|estranho|estranha|nunca ouvi falar|de mãos vazias|não deu em nada|não deram em nada|não encontrado|não encontrada|nunca ouvi",
  whether:
    "se|que|quando|como|por que|porque|porquê|quanto|quantos|quantas|onde|já que|uma vez que|pois|que não|visto que|então|portanto|por isso",
  what: "o que|quem|qual|quais|onde|em que|em qual|a qual|a que|de que|de qual|que tipo",
  is: "é|são|era|fica|está|se encontra|vende|faz|oferece|seja",
  speaker: "eu|nós|mim",
  reader: "você|vocês|tu|te|teu|tua|lhe|o senhor|a senhora",
  ask: "pode me|pode enviar|pode dizer|poderia|podes|pode|diga-me|me diga|diz-me|me dizer|conte|contar|esclarecer|esclareça|especificar|especifique|precisar|detalhar|se refere|te referes|refere-se|você quer dizer|quer dizer|explicar|explique|mais sobre|mais detalhes|mais informações|mais alguma|você tem|tem um|tem algum|tens|teria|link|escrito corretamente|está correto|grafia|ortografia|erro de digitação|compartilhar|partilhar|indicar|indique|confirme|está falando|está pensando|está a falar|procura|enviar|enviar-me|mandar|fornecer mais|exatamente|confirmar o nome|digitou",
  given:
    "perguntou sobre|perguntou por|pergunta sobre|perguntas sobre|perguntaste|pergunta por|procurei|pesquisei|busquei|procurando|pesquisando|procurar|buscar|pesquisa por|pesquisa de|busca por|a pesquisa|a busca|você mencionou|você menciona|sua pergunta sobre|mencionaste|consultei",
  or: "ou",
  but: "mas|porém|contudo|todavia|enquanto|embora|entretanto|no entanto|ao passo que|por outro lado|em contrapartida|apesar|ainda assim|mesmo assim|em compensação",
  it: "ela|ele|a empresa|a marca|a companhia|o produto|a loja|esta empresa|essa empresa|essa marca|seu|sua",
  maybe:
    "talvez|pode ser|poderia ser|podem|possivelmente|possível que|provavelmente|porventura|quem sabe|eventualmente|caso",
  veto: "muito|muita|muitas|pouco|pouca|melhor|melhores|só|somente|apenas|frequentemente|mais|antes|reclama|reclamam|reclamações|reclamação|problema|problemas|ruim|má|negativa|negativas|bastante|sempre|até agora|tão|já não|erro|defeito|recall|pior|muito conhecida|unicamente|nunca provei",
  fact: "segundo|de acordo com|ao que parece|acontece que|conforme|pelo que|trata-se de|pelos clientes|a julgar|são pousadas",
};
