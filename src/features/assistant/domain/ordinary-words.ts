/**
 * How ordinary sentences begin in each language, folded, and what none of them says. POLITE may stand alone, LEAD only before
 * something else ("yes" alone is an answer, and so a claim). ASKS begins a question back, FRAME an offer, an advice, what one
 * cannot do, what follows, or what was asked. GENERAL explains what something is, and is of nobody's (YOURS). SUBJECT and IS tell
 * of something. EMBEDS begins a question within a sentence. FINDS_NOT with one of SEVERAL says that there are none.
 */
export type OrdinaryWords = Record<
  | 'polite'
  | 'lead'
  | 'asks'
  | 'frame'
  | 'general'
  | 'yours'
  | 'subject'
  | 'is'
  | 'embeds'
  | 'findsNot'
  | 'several'
  | 'join'
  | 'never',
  string
>

const EN_HELP =
  '(?:look|check|search|find|show|list|report|open|help|assist|prepare|draft|explain|answer|connect|ask|compare|suggest|recommend|summari[sz]e|hand|pass|forward|try|point|guide|walk|tell you (?:more|about|whether|which|how|what|when|where|if)|give you (?:more|an overview|the (?:number|list|details)))'
const EN_DO =
  '(?:ask|find|see|check|view|open|follow|download|look|search|choose|select|filter|sort|give|tell|name|enter|type|provide|specify|share|contact|write|visit|go|click|mention|narrow|try|use (?:the|our) (?:search|filters?|menu|page|screen|form|chat|portal|customer request form)|let (?:me|us) know)'
const FR_HELP =
  '(?:chercher|rechercher|trouver|verifier|consulter|regarder|montrer|afficher|lister|signaler|ouvrir|aider|repondre|preparer|rediger|expliquer|demander|comparer|proposer|suggerer|resumer|transmettre|orienter|guider|(?:vous )?dire (?:si|ou|quand|comment|combien|quels?|quelles?|lesquels?|lesquelles)|(?:vous )?donner (?:plus|le numero|la liste|les details|un apercu))'
const FR_DO =
  '(?:demander|demandez|consulter|consultez|voir|voyez|trouver|trouverez|verifier|verifiez|ouvrir|ouvrez|telecharger|telechargez|chercher|cherchez|rechercher|choisir|choisissez|filtrer|filtrez|trier|donner|donnez|indiquer|indiquez|preciser|precisez|dire|dites|fournir|fournissez|nommer|nommez|entrer|entrez|contacter|contactez|joindre|joignez|ecrire|ecrivez|aller|allez|cliquer|cliquez|utiliser (?:la recherche|les filtres|le formulaire)|utilisez (?:la recherche|les filtres|le formulaire)|essayer|essayez|reessayer|reessayez|poser|posez)'
const DE_HELP =
  '(?:suchen|nachsehen|nachschauen|nachschlagen|prufen|finden|zeigen|anzeigen|auflisten|melden|offnen|helfen|weiterhelfen|beantworten|antworten|vorbereiten|entwerfen|erklaren|verbinden|heraussuchen|fragen|vergleichen|zusammenfassen|weiterleiten|vorschlagen|empfehlen|sagen|mitteilen|tun)'
const ES_HELP =
  '(?:(?:busc|consult|revis|verific|encontr|mostr|list|report|ayud|prepar|redact|explic|pregunt|compar)ar|abrir|responder|resumir|sugerir|decir(?:le)? (?:si|cuando|donde|como|cuant[oa]s?|cual|cuales|que)|dar(?:le)? (?:mas|el numero|la lista|los detalles))(?:le|lo|la|los|las)?'
const ES_DO =
  '(?:(?:pregunt|busc|consult|revis|verific|filtr|orden|contact|descarg|indic|d|intent)(?:ar|e)(?:me|nos|le)?|encontrar|ver|vea|abrir|abra|elegir|elija|escribir|escriba(?:me)?|decir(?:me)?|diga(?:me)?|deme|facilite(?:me)?|indique(?:me)?|consulte|busque|verifique|encontrara|ir|vaya|visite|comuniquese|contacte|pruebe|intentelo|use (?:la busqueda|los filtros|el formulario)|usar (?:la busqueda|los filtros|el formulario))'

export const ORDINARY: readonly OrdinaryWords[] = [
  {
    polite:
      'hello(?: there)?|hi(?: there)?|hey|good (?:morning|afternoon|evening|day)|welcome|goodbye|bye|(?:many )?thanks|thank you(?: (?:very|so) much)?|(?:thanks|thank you) for (?:your (?:question|patience|message|interest)|asking)|you (?:are|re) welcome|my pleasure|it is a pleasure|no problem|gladly|(?:(?:i am|i m) )?(?:very |so )?sorry|i apologi[sz]e|i understand|(?:one|just a) moment|i hope (?:this|that) helps|good question|have a (?:nice|good) day|in (?:short|summary|brief)|summary|overview|details|for example|next steps?|as follows',
    lead: 'yes|no|ok|okay|sure|of course|certainly|absolutely|great|please|unfortunately|i am afraid|i m afraid|and|but|or|also|then|otherwise|so|first|second|next|finally|if you (?:like|want|wish|need help|have (?:any |more )?questions)|for (?:more|further) (?:details|information|help)|to (?:answer|do|check) (?:that|this)|however|alternatively',
    asks: '(?:for |of |about |from |in )?(?:which|what|who|whose|where|when|how)|could you|can you|would you|will you|do you|shall|should|may|can i|could i|is (?:it|there|this|that|your|the)|are (?:you|there|these|those|they)|have you|is there|anything else|any (?:other|more) questions',
    frame: `(?:i|we) (?:can|may|would)(?: also| gladly| only| then| certainly| happily)* ${EN_HELP}|(?:i|we) could (?:also )?(?!find)${EN_HELP}|(?:i (?:would|d|ll|will)|i (?:am|m)|we (?:are|re)|we will)(?: also)?(?: be)? (?:here|ready|happy|glad|pleased|able) to ${EN_HELP}|let me(?: also)? (?:${EN_HELP}|know)|(?:shall|should|may|can|could|would you like me to|do you want me to)(?: i| we)? ${EN_HELP}|i (?:need|would need|will need|d need) (?:the|a|to know|more)|i(?: would| d)? (?:suggest|recommend) (?:asking|checking|contacting|looking|opening|searching|that you ask)|(?:you (?:can|could|may|might)(?: also| always| then)?|feel free to|simply|just|please(?: also)?)? ?${EN_DO}|you will find (?:it|them|this|more|your)|to (?:see|check|find|open|answer) (?:it|this|that|them|your|which|the)|(?:i|we) (?:could not|couldn t|cannot|can not|can t|did not|didn t|do not|don t|am unable to|am not able to|m not able to) (?:find|know|say|answer|understand|tell|look|access|give|help|do|change|cancel|place|guess|predict|compute)|(?:i|we) (?:have no|do not have|don t have)(?: an?| any| enough| the)? (?:source|information|data|answer|access|details|record|way)|i (?:am|m) not (?:sure|certain)|i (?:looked|checked)|here (?:is|are|s)|below|you (?:asked|ask|want to know|wanted to know|mentioned|wrote)|your question|that is (?:all|everything) i|if you (?:can |could )?(?:tell|give|name|mention|provide|share|mean)`,
    general:
      '(?:an?|the (?:term|word|abbreviation)) (?:\\S+ ){0,5}(?:is an?|means|lists|shows|describes|stands for|tells|says|records|names|refers to)|(?:\\S+ ){1,3}(?:means|stands for|is short for)',
    yours: 'you|your|yours|our|ours|we|us|my|i|this|that|these|those|it|they|them|he|she',
    subject: 'it|they|we|he|she|this|that|these|those|everything|all|nothing|nobody|none|there|both',
    is: 'is|are|was|were|has|had|will|have been|did|does|went|came|left|says',
    embeds: 'whether|which|if|how many|how much|when|where|what|how',
    findsNot: 'find|see',
    several:
      'orders|invoices|shipments|lots|certificates|documents|products|items|customers|requests|figures|issues|problems|any(?! (?:other|more|further|information|data|details|source))|nothing|none|nobody|no (?:order|invoice|shipment|lot|issue|problem|delay)s?',
    join: 'and|but|because|so|since|as|while|although',
    never:
      'pay|paying|transfer|wire|did you know|imagine|confirm|(?:see|find|know|tell you|say) that (?:the|your|it|all|everything|nothing|they|there|no|our|we|this)|(?:see|find|view) (?:an?|one|another|new|some) (?:\\S+ )?(?:orders?|invoices?|shipments?|lots?|issues?|recalls?|problems?|payments?|certificates?)|(?:give|provide|enter|share|send|specify|tell|name) (?:\\S+ ){0,3}(?:payment|balance|account|money|card|password)|destroy|ignore|sell|discount|refund|free of charge|attached|enclosed|nothing|nobody',
  },
  {
    polite:
      'bonjour|bonsoir|salut|bienvenue|au revoir|a bientot|bonne (?:journee|soiree)|merci(?: beaucoup| bien)?(?: (?:de|pour) votre (?:question|patience|message|demande))?|de rien|je vous en prie|avec plaisir|pas de probleme|aucun probleme|(?:je suis )?desolee?|je comprends|un (?:instant|moment)|j espere que cela vous aide|bonne question|en (?:bref|resume|somme)|resume|apercu|details|par exemple|prochaines? etapes?|comme suit',
    lead: 'oui|non|ok|d accord|bien sur|certainement|volontiers|parfait|malheureusement|et|mais|ou|alors|sinon|aussi|d abord|ensuite|enfin|si vous (?:(?:le )?(?:voulez|desirez|souhaitez)|avez (?:des|d autres) questions)|pour plus (?:de|d) (?:details|renseignements|informations)|pour (?:y |cela )?repondre|pour cela|toutefois|cependant|s il vous plait',
    asks: '(?:de |d |a |pour |sur |dans |en )?(?:quels?|quelles?|lequel|laquelle|lesquels|lesquelles|qui|que|qu|quoi|ou|quand|comment|combien)|est ce|voulez vous|souhaitez vous|desirez vous|aimeriez vous|pouvez vous|pourriez vous|puis je|dois je|avez vous|y a t il|parlez vous|pensez vous|cherchez vous|s agit il',
    frame: `(?:puis je|dois je|je peux|je pourrais|nous pouvons|laissez moi|permettez moi de)(?: aussi| egalement| seulement)?(?: vous| le| la| les| l| y)* ?${FR_HELP}|(?:voulez|souhaitez|desirez|aimeriez) vous que je(?: vous| le| la| les)? (?:cherche|trouve|verifie|consulte|regarde|montre|affiche|signale|ouvre|aide|prepare|redige|explique|compare)|je suis (?:la|pret|prete|disponible|heureux|heureuse) (?:pour|de|a) (?:vous )?(?:aider|repondre)|(?:il me faut|il me faudrait|j ai besoin|j aurais besoin)|je vous (?:suggere|recommande|conseille) (?:de|d) ${FR_DO}|(?:vous (?:pouvez|pourriez)(?: aussi| egalement| toujours)? |veuillez |n hesitez pas a )?(?:me |nous )?${FR_DO}|(?:pouvez|pourriez) vous (?:me |nous )?${FR_DO}|vous trouverez (?:vos|les|cela|plus)|pour (?:le|la|les|voir|verifier|ouvrir) (?:voir|verifier|ouvrir|vos|le|la|les|quelles?|quels?)|je ne (?:trouve|sais|connais|comprends|peux|puis|vois) pas|je n ai (?:pas (?:pu trouver|trouve|compris|acces|de |d |assez)|aucun acces|aucune? (?:source|donnee|renseignement|information|reponse))|je n ai pas|voici|ci dessous|vous (?:avez demande|demandez|voulez savoir|vouliez savoir|avez mentionne)|votre question|c est tout ce que je|si vous (?:me |nous )?(?:donnez|dites|indiquez|precisez|cherchez)`,
    general:
      '(?:une?|le (?:terme|mot|sigle)) (?:\\S+ ){0,5}(?:est une?|signifie|indique|presente|decrit|enumere|designe|veut dire|donne)|(?:\\S+ ){1,3}(?:signifie|veut dire|designe)',
    yours: 'vous|votre|vos|notre|nos|nous|mon|ma|mes|je|j|ce|cet|cette|ces|cela|ca|elle|elles|il|ils',
    subject: 'elle|elles|il|ils|nous|on|cela|ca|c|tout|tous|rien|personne|celle|celui|celles|ceux',
    is: 'est|sont|etait|etaient|ont|avait|ete|sera|seront|va|vont|a (?!la|le|l|un|une|vos|votre|vous|quel|quelle|ce|cette)',
    embeds: 'si|quels?|quelles?|lesquels|lesquelles|combien|quand|ou|comment|ce que',
    findsNot: 'trouve|trouver|vois',
    several:
      'commandes|factures|expeditions|livraisons|lots|certificats|documents|fiches|produits|articles|clients|demandes|signalements|problemes?|aucune? (?!source|donnee|renseignement|information|reponse|acces)|rien|personne',
    join: 'et|mais|car|parce que|donc|puisque|tandis que',
    never:
      'payer|payez|regler|reglez|virer|versez|savez vous|saviez vous|confirmer|confirme|(?:voir|vois|voyez|trouverez|savez|dire|dis|constater) qu?e?|(?:voir|trouver|trouverez|consulter) une? (?:\\S+ )?(?:commande|facture|expedition|lot|signalement|rappel|probleme|paiement|certificat)|(?:donner|donnez|fournir|indiquer|indiquez|preciser|envoyer|entrer) (?:\\S+ ){0,3}(?:paiement|solde|compte|argent|carte|mot de passe)|detruire|ignorer|vendre|rabais|remise|remboursement|gratuit|ci joint',
  },
  {
    polite:
      'hallo|guten (?:tag|morgen|abend)|willkommen|auf wiedersehen|bis bald|(?:einen )?schonen (?:tag|abend)|danke(?: schon| sehr)?(?: fur ihre (?:frage|geduld|nachricht|anfrage))?|vielen dank(?: fur ihre (?:frage|geduld|nachricht|anfrage))?|gerne?(?: geschehen)?|kein problem|entschuldigung|(?:es )?tut mir leid|ich verstehe|einen moment(?: bitte)?|ich hoffe|(?:das|es) hilft(?: ihnen)?(?: weiter)?|gute frage|kurz gesagt|zusammenfassung|ubersicht|details|zum beispiel|nachste schritte|wie folgt',
    lead: 'ja|nein|ok|naturlich|selbstverstandlich|leider|bitte|und|aber|oder|dann|auch|sonst|zuerst|danach|wenn sie (?:mochten|wollen|wunschen|(?:weitere )?fragen haben)|fur (?:mehr|weitere) (?:details|einzelheiten|informationen)|um das zu beantworten|dazu|dafur|allerdings|jedoch|alternativ',
    asks: '(?:fur |von |nach |zu |um |in |auf |uber |bei )?(?:welche[rnms]?|was|wer|wen|wem|wo|wann|wie|wieviel|womit|wobei|worum)|mochten sie|wollen sie|soll ich|kann ich|darf ich|konnen sie|konnten sie|wurden sie|meinen sie|haben sie|suchen sie|brauchen sie|geht es|gibt es',
    frame: `(?:(?:gerne? |dann |auch )*(?:ich|wir) (?:kann|konnen|konnte|wurde|darf)|(?:gerne? )?(?:kann|soll|darf|konnte) ich|(?:dazu|das|dann) kann ich|konnen wir|lassen sie mich)(?: \\S+){0,14} ${DE_HELP}(?= |$)|ich (?:helfe|bin fur sie da|brauche|benotige|empfehle|schlage vor|suche|prufe|zeige ihnen)|(?:sie (?:konnen|konnten)(?: \\S+){0,10} (?:finden|sehen|ansehen|einsehen|abrufen|herunterladen|fragen|nachsehen|offnen|suchen|filtern|prufen|wahlen|angeben|nennen|mich fragen))|(?:fragen|nennen|geben|sagen|wahlen|offnen|besuchen|suchen|filtern|prufen|sehen|versuchen|schreiben) sie|(?:verwenden|nutzen) sie (?:die suche|den filter|die filter|das formular|den chat)|wenden sie sich|(?:\\S+ ){1,4}(?:finden|sehen) sie|sie (?:finden|sehen)|konnen sie|ich (?:finde|kenne|weiß|weiss|verstehe|konnte|kann)(?: \\S+){0,8} nicht|(?:finde|kenne|weiß|weiss|verstehe|konnte|kann) ich(?: \\S+){0,8} nicht|das (?:weiß|weiss|finde|verstehe) ich nicht|(?:dazu |daruber |hierzu )?(?:ich habe|habe ich)(?: leider| dazu| daruber| hierzu)* keine? (?:quelle|angaben|daten|informationen|antwort|zugriff)|ich bin(?: mir)? nicht sicher|hier (?:ist|sind|finden sie)|unten|sie (?:fragen|haben (?:nach|gefragt)|fragten|mochten wissen|wollten wissen)|ihre frage|das ist alles$|(?:\\S+ ){1,3}kann ich(?: \\S+){0,6} nicht|(?:brauche|benotige|empfehle) ich|(?:wenn|falls) sie mir(?: \\S+){0,10} (?:nennen|geben|sagen|mitteilen)`,
    general:
      '(?:eine?|der begriff|die abkurzung) (?:\\S+ ){0,5}(?:ist eine?|bedeutet|nennt|zeigt|beschreibt|steht fur|enthalt die|bezeichnet)|(?:\\S+ ){1,3}(?:bedeutet|steht fur|bezeichnet)',
    yours: 'sie|ihre?[nmrs]?|ihnen|unsere?[nmrs]?|wir|uns|meine?[nmrs]?|ich|diese[rnms]?|das|es|er',
    subject: 'es|das|wir|er|alles|alle|nichts|niemand|keine?r?|beide',
    is: 'ist|sind|war|waren|hat|haben|wird|wurde|wurden|liegt|liegen|kam|ging',
    embeds: 'ob|welche[rnms]?|wie viele?|wieviel|wann|wo|wie|was',
    findsNot: 'finde|finden|sehe|sehen',
    several:
      'bestellungen|auftrage|bestellauftrage|rechnungen|sendungen|lieferungen|chargen|zertifikate|dokumente|produkte|verkaufe|meldungen|keine?[nmrs]? (?!quelle|angaben|daten|information|antwort|zugriff)|nichts|niemand',
    join: 'und|aber|weil|denn|da|damit|wahrend|obwohl',
    never:
      'zahlen|bezahlen|uberweisen|begleichen|wussten sie|wissen sie|bestatigen|dass (?!ich)|sehen sie (?:den|die|das) ruckruf|(?:(?:finden|sehen) sie|sie (?:finden|sehen)) eine?n? (?:\\S+ )?(?:bestellung|rechnung|sendung|charge|meldung|ruckruf|problem|zahlung|zertifikat)|(?:geben|nennen|senden|sagen) sie (?:\\S+ ){0,3}(?:zahlung|saldo|konto|geld|karte|passwort)|vernichten|ignorieren|verkaufen|rabatt|erstattung|kostenlos|beigefugt|anbei',
  },
  {
    polite:
      'hola|buen(?:os|as) (?:dias|tardes|noches)|buen dia|bienvenid[oa]s?|adios|hasta (?:luego|pronto)|(?:muchas )?gracias(?: por su (?:pregunta|paciencia|consulta|mensaje))?|de nada|con (?:mucho )?gusto|no hay problema|sin problema|ningun problema|lo siento(?: mucho)?|disculpe|perdon|entiendo|un momento|espero que le sirva|buena pregunta|en resumen|resumen|detalles|por ejemplo|proximos pasos|a continuacion',
    lead: 'si|no|ok|claro(?: que si)?|por supuesto|desde luego|perfecto|lamentablemente|por desgracia|por favor|y|o|pero|entonces|tambien|primero|despues|luego|si (?:usted )?(?:quiere|lo desea|necesita ayuda|tiene (?:mas )?preguntas)|para mas (?:detalles|informacion)|para (?:eso|responder|ello)|sin embargo',
    asks: '(?:de |a |por |para |sobre |en |con )?(?:que|cual|cuales|quien|donde|cuando|como|cuant[oa]s?)|quiere|desea|puede|podria|puedo|le gustaria|se refiere|necesita|hay|es (?:el|la|ese|esa|este|esta)',
    frame: `(?:puedo|podemos|podria|permitame|dejeme|quiere que|me gustaria)(?: tambien| solo)?(?: le| lo| la| los| las)* ?${ES_HELP}|(?:quiere|desea|le gustaria) que(?: le| lo| la)? (?:busque|consulte|revise|verifique|muestre|reporte|abra|ayude|prepare|explique|compare)|estoy (?:aqui|list[oa]) para ayudar(?:le|lo|la)?|(?:necesito|necesitaria) (?:el|la|los|las|saber|mas|que me)|le (?:sugiero|recomiendo) ${ES_DO}|(?:(?:puede|podria)(?: tambien| siempre)? |no dude en |por favor )?${ES_DO}|encontrara (?:sus|los|las|mas)|para (?:verlos?|verlas?|ver|consultar|responder)|no (?:lo |la )?(?:encuentro|encontre|se|entiendo|conozco|he encontrado|pude encontrar|puedo encontrar|puedo|pude)|no estoy segur[oa]|no tengo(?: ninguna| una| mas| acceso)*|aqui (?:tiene|estan|esta)|abajo|usted (?:pregunto|pregunta|quiere saber)|su pregunta|pregunto (?:si|por|cual|cuando|donde|como)|eso es todo lo que|si (?:me|nos) (?:da|dice|indica|facilita)`,
    general:
      '(?:una?|el (?:termino|nombre)|la (?:palabra|sigla)) (?:\\S+ ){0,5}(?:es una?|significa|indica|muestra|describe|enumera|lista|designa|quiere decir)|(?:\\S+ ){1,3}(?:significa|quiere decir)',
    yours:
      'usted|ustedes|su|sus|nuestr[oa]s?|nosotros|nos|mi|mis|yo|me|le|les|este|estos|estas|ese|esa|esos|esas|eso|esto|ello',
    subject: 'todo|todos|todas|nada|nadie|ambos|ambas|ese|este|eso|esto|ya|lo|se|nos',
    is: 'es|son|fue|fueron|esta|estan|ha|han|sera|seran|tiene|tienen|va|van|salio|llego',
    embeds: 'si|cual|cuales|cuant[oa]s?|que|cuando|donde|como',
    findsNot: 'encuentro|encontre|encontrado|encontrar|veo',
    several:
      'pedidos|ordenes de compra|facturas|envios|entregas|lotes|certificados|documentos|fichas|productos|articulos|clientes|solicitudes|incidencias|ningun[oa]? (?!fuente|dato|informacion|respuesta)|nada|nadie|problemas?',
    join: 'y|pero|porque|pues|ya que|mientras|aunque',
    never:
      'pagar|pague|transferir|transfiera|abonar|sabe que|sabia que|confirmar|confirmo|(?:ver|veo|encontrara|sabe|decirle?|digo) que|(?:ver|encontrar|encontrara|consultar) una? (?:\\S+ )?(?:pedido|factura|envio|lote|incidencia|retirada|problema|pago|certificado)|(?:la|una) retirada|(?:indique|dar|dar me|deme|facilite|envie|escriba|diga) (?:\\S+ ){0,3}(?:pago|saldo|cuenta|dinero|tarjeta|contrasena)|destruir|destruya|ignorar|vender|descuento|reembolso|gratis|adjunto',
  },
]
