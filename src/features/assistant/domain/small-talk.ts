import { fold } from './understand.ts'

/**
 * What may be said without any source, in four languages: greetings and thanks, a short question back, an offer of help, where
 * in the portal to look, and that one does not know. It is a list of whole sentences, of words that are all known; a sentence
 * with any other word is no small talk. Folded, words with a blank between them.
 */
type Words = {
  /** Said alone, or before something else. */
  polite: string
  /** Said before something else: "yes" alone is an answer, and so a claim. */
  lead: string
  /** Said after it. */
  tail: string
  determiners: string
  things: string
  /** Of which it is said where they are: several, so that it is not said that there is one. */
  many: string
  joins: string
  /** Without a noun: "it". */
  pronouns: string
  places: string
  sentences: (parts: {
    /** A thing, or several with what is between them: "the number of your order". */
    about: string
    many: string
    place: string
  }) => readonly string[]
}

/** Before a sentence is looked at, its words are marked, so that a form names a kind of words by its mark: "yourD orderT". */
const marked = (mark: string) => `[^\\sA-Z]+(?=[A-Z]*${mark})`
const THING = marked('T')
const NUMBER = `${marked('N')}(?: ${marked('N')}){0,3}`
/** "the number of your order": words of which each is marked, with one like it at the end. */
const ABOUT = `(?:[^\\sA-Z]+[A-Z]+ )*${marked('[TPN]')}`

const ENGLISH: Words = {
  polite:
    'hello|hi|hey|hello there|hi there|good (?:morning|afternoon|evening|day)|welcome(?: back)?|goodbye|bye|see you|take care|have a (?:nice|good|great) (?:day|evening|weekend)|(?:many )?thanks(?: a lot)?|thank you(?: (?:very|so) much)?(?: for (?:your|the) (?:question|patience|message))?|you (?:are|re) (?:very |most )?welcome|my pleasure|(?:it is|it s) a pleasure|no problem|not a problem|not at all|gladly|sorry|(?:i am|i m|we are|we re) (?:very |so )?sorry|i apologi[sz]e|i understand|(?:one|just a) (?:moment|minute)(?: please)?',
  lead: 'yes|no|ok|okay|sure|of course|certainly|absolutely|great|please|unfortunately|(?:i am|i m) afraid|and|but|also|then|otherwise|if you (?:like|want|wish|need (?:help|more)|have (?:any |more )?questions)|for (?:more|further) (?:details|information|help)',
  tail: 'please|for you|today|now|right away|instead|if you (?:like|want|wish)|too|as well|then|together',
  determiners:
    'the|a|an|your|my|our|this|that|these|those|any|all|each|purchase|minimum|which|another|one|other|last|latest|recent|specific|exact|more',
  things:
    'orders?|invoices?|payments?|shipments?|deliver(?:y|ies)|parcels?|lots?|batch(?:es)?|certificates?|documents?|products?|items?|customers?|sales|figures|records?|issues?|requests?|questions?|tracking|numbers?|names?|details|information|dates?|months?|years?|periods?|quantit(?:y|ies)|balance|status|history|growth|prices?|lead|times?|allergens|hours|service|support|team|person|colleague',
  many: 'orders|purchase orders|invoices|payments|shipments|deliveries|lots|batches|certificates|documents|products|items|customers|sales|figures|records|issues|requests|details|information',
  joins: 'of|for|from|with|by|in|on|and|or|about|to',
  pronouns: 'it|them|this|that|these|those|one|ones|something|anything|which',
  places:
    'orders|purchase orders|finance|sales|sales history|sales analytics|current sales|documents|documentation|products?|catalogue|catalog|tracking|shipments|issues|lots|profile|settings|chat|dashboard|help|portal|about us|customer request form',
  sentences: ({ about, many, place }) => {
    const help = `(?:also |gladly )?(?:look up|look (?:for|at|into)|look|check|search(?: for)?|find|show(?: you)?|list|report|open|help(?: you)?(?: with| find)?|assist(?: you)?(?: with)?|try(?: again)?|prepare|draft|explain|answer|hand over to|connect you (?:with|to)|put you in touch with|tell you(?: more)?(?: about)?)`
    const helps = `${help}(?: ${about})?(?: up)?`
    const service = `(?:(?:our|the) )?(?:customer service|support(?: team)?)`
    const form = '(?:(?:use|using|fill in|through) )?(?:the )?customer request form'
    return [
      // Questions back.
      `(?:which|what)(?: (?:kind|type) of)?(?: of)?(?: (?:your|the|these|those|other))?(?: (?:${THING}|ones?))?(?: of ${about})? (?:do you mean|is it|is meant|are you (?:asking|looking|talking)(?: (?:for|about|of))?|do you have in mind|(?:would you like|do you want|do you need|do you wish)(?: me)?(?: to (?:${help}|know|see))?(?: ${about})?|(?:should|can|may|shall) i ${helps}|can i do(?: for you)?)(?: about ${about})?`,
      `do you mean ${about}|what do you mean|what is ${about}`,
      `(?:could|can|would|will) you(?: please)?(?: also)? (?:give|tell|share|name|provide)(?: me)?(?: with)? ${about}`,
      `(?:would you like me to|do you want me to|shall i|should i|may i|can i|could i) ${helps}`,
      `(?:how|what) (?:can|may|could) (?:i|we) (?:do|help|assist)(?: you)?(?: today)?(?: with ${about})?(?: for you)?`,
      `(?:is there )?anything else(?: (?:that )?(?:i can|you would like|you want|you need)(?: to)?(?: do| help| know)?(?: you)?(?: with)?)?`,
      // Offers.
      `(?:i|we) (?:can|could|will|would|ll|would be (?:happy|glad) to|d be (?:happy|glad) to|am (?:happy|glad|able) to) ${helps}`,
      `let me ${helps}`,
      `(?:i am|i m|we are|we re) (?:here|ready|happy|glad|available) to (?:help|assist)(?: you)?(?: with ${about})?`,
      `(?:feel free to |just |you (?:can|may) |always )?ask(?: me)?(?: about)?(?: ${about})?`,
      `i (?:have )?(?:looked|checked)(?: (?:it|this|that))?(?: up)?`,
      // What is to be given, and by whom one is helped.
      `(?:please )?(?:give|tell|name|choose|enter|type|provide|specify|share)(?: me| us)?(?: with)? ${about}`,
      `tell me which ${THING} you mean`,
      `(?:please )?(?:try again(?: later)?|(?:contact|ask|write to|reach out to) ${service}(?: (?:or|and) ${form})?|${form})`,
      `(?:i (?:suggest|recommend)|you (?:can|may|could)) (?:contact(?:ing)?|ask(?:ing)?) ${service}(?: or ${form})?`,
      // Where to look.
      `you (?:can|could|may|will|ll)(?: also| always)? (?:find|see|look up|check|view|open|follow|read|download) (?:(?:the|your|all|all your|all of your) )?(?:${many})(?: and (?:your )?(?:${many}))? (?:${place})`,
      `(?:to (?:see|check|find|view|look up) (?:(?:the|your|all|all your) )?(?:${many}) )?(?:please )?(?:open|go to|visit|see|look) (?:${place})`,
      `(?:see|follow) the links? below`,
      // What one does not know.
      `(?:i|we) (?:could not|couldn t|cannot|can not|can t|did not|didn t|do not|don t|was not able to|am not able to|m not able to|am unable to|m unable to) (?:find|know|tell(?: you)?|say|answer|look up|understand)(?: (?:the answer(?: to (?:this|that))?|(?:(?:the|that|this|your) )?(?:order|invoice|shipment|lot|batch|certificate|document|product|item|number|record|customer|question)(?: ${NUMBER})?|it|this|that))?`,
      `(?:i|we) (?:have no|do not have|don t have)(?: (?:a|any|enough|the|that|this))? (?:sources?|records?|information|data|answer|access)(?: (?:for|on|about|of|to) ${about})?`,
      `(?:i|we) found nothing(?: (?:for|about|on|under) ${about})?`,
      `(?:i am|i m) not sure(?: which ${THING} you mean)?`,
    ]
  },
}

const FRENCH: Words = {
  polite:
    'bonjour|bonsoir|salut|allo|bienvenue|au revoir|a bientot|bonne (?:journee|soiree|fin de semaine)|merci(?: beaucoup| bien)?(?: (?:de|pour) (?:votre|la) (?:question|patience|message|demande))?|de rien|je vous en prie|(?:avec|tout le) plaisir|(?:il n y a )?pas de (?:probleme|quoi)|aucun probleme|(?:je suis |nous sommes )?(?:desole|desolee|desoles)|je comprends|un (?:instant|moment)(?: s il vous plait)?',
  lead: 'oui|non|ok|d accord|bien sur|certainement|volontiers|parfait|malheureusement|et|mais|alors|sinon|aussi|si vous (?:voulez|desirez|souhaitez|le (?:voulez|desirez|souhaitez)|avez (?:des|d autres) questions)|pour plus (?:de|d) (?:details|renseignements|informations)',
  tail: 's il vous plait|svp|pour vous|aujourd hui|maintenant|tout de suite|si vous (?:voulez|le voulez|le souhaitez)|aussi|ensemble',
  determiners:
    'le|la|les|l|un|une|des|du|de|d|votre|vos|mon|ma|mes|notre|nos|ce|cet|cette|ces|quel|quelle|quels|quelles|tout|toute|tous|toutes|autre|autres|dernier|derniere|derniers|dernieres|exact|exacte',
  things:
    'commandes?|bons?|factures?|paiements?|expeditions?|livraisons?|envois?|colis|lots?|certificats?|analyses?|documents?|fiches?|produits?|articles?|clients?|ventes|chiffres|donnees|dossiers?|signalements?|problemes?|demandes?|questions?|numeros?|noms?|details|renseignements?|informations?|dates?|mois|annees?|periodes?|quantites?|soldes?|statuts?|etats?|historique|suivi|croissance|prix|delais|production|minimales?|allergenes|heures|service|clientele|equipe|soutien|personne|collegue',
  many: 'commandes|bons de commande|factures|paiements|expeditions|livraisons|envois|colis|lots|certificats|documents|fiches|produits|articles|clients|ventes|chiffres|donnees|dossiers|signalements|demandes|details|renseignements',
  joins: 'de|d|du|des|pour|par|avec|dans|sur|et|ou|a|au|aux|en|concernant',
  pronouns: 'cela|ca|ceci|celui|celle|ci|le|la|les|l|un|une|autre|chose|laquelle|lequel',
  places:
    'commandes|bons de commande|finances?|ventes|historique des ventes|analyse des ventes|ventes courantes|documents?|documentation|produits?|catalogue|suivi|expeditions|signalements|lots|profil|parametres|clavardage|tableau de bord|aide|portail|a propos|formulaire de demande(?: client)?',
  sentences: ({ about, many, place }) => {
    const you = '(?:(?:vous|le|la|les|l|y|en) ){0,2}'
    const help = `(?:aussi |volontiers )?${you}(?:chercher|rechercher|trouver|verifier|consulter|regarder|montrer|afficher|lister|signaler|ouvrir|aider|repondre|preparer|rediger|essayer|expliquer|mettre en (?:contact|relation))`
    const helps = `${help}(?: ${about})?`
    const that = `que je ${you}(?:cherche|recherche|trouve|verifie|consulte|regarde|montre|affiche|signale|ouvre|aide|prepare|redige|explique|mette en (?:contact|relation))(?: ${about})?`
    const give = `(?:donner|indiquer|preciser|dire|fournir|nommer|choisir|entrer)`
    const service = '(?:le |au |notre |l |a l )?(?:service a la clientele|soutien|equipe de soutien)'
    const form = '(?:(?:utiliser|utilisez|remplir|remplissez) )?le formulaire(?: de demande)?(?: client)?'
    return [
      `(?:(?:de|d|a|pour|sur|dans) )?(?:quel|quelle|quels|quelles|lequel|laquelle|lesquels|lesquelles|quoi)(?: (?:${THING}))? (?:parlez vous|pensez vous|cherchez vous|s agit il|est ce|avez vous en tete|(?:voulez|desirez|souhaitez) vous(?: (?:dire|savoir|voir|${help}|${that}))?|(?:puis|dois) je ${help})(?: ${about})?`,
      `(?:parlez|voulez) vous (?:de|dire|parler de) ${about}|que voulez vous dire|(?:quel|quelle|quels|quelles) (?:est|sont) ${about}`,
      `(?:pouvez|pourriez) vous ${you}(?:me |nous )?${give} ${about}`,
      `(?:voulez|souhaitez|desirez|aimeriez) vous (?:${that}|${helps})`,
      `(?:puis je|dois je|est ce que je peux) ${helps}`,
      `(?:comment|en quoi|que|qu est ce que|qu) (?:puis je|je peux) (?:vous )?(?:aider|faire)(?: (?:avec|pour|concernant) (?:vous|${about}))?`,
      `(?:avez vous|y a t il) (?:d autres questions|une autre question|autre chose)`,
      `(?:je|nous) (?:peux|pouvons|pourrais|vais|allons) ${helps}`,
      `(?:laissez moi|permettez moi de) ${helps}`,
      `je suis (?:la|pret|prete|disponible|heureux|heureuse) (?:pour|de|a) vous aider(?: (?:avec|pour) ${about})?`,
      `n hesitez pas(?: a (?:me )?(?:demander|poser|ecrire)(?: ${about})?)?`,
      `(?:veuillez|merci de|vous pouvez)(?: me| nous)? ${give} ${about}`,
      `(?:donnez|indiquez|precisez|dites|nommez|choisissez)(?: moi)? ${about}`,
      `(?:veuillez |vous pouvez )?(?:contacter|contactez|joindre|joignez|ecrire|ecrivez|demander|demandez|vous adresser|adressez vous) ${service}(?: ou ${form})?`,
      `(?:veuillez (?:reessayer|essayer de nouveau)|reessayez)(?: plus tard)?`,
      `vous (?:pouvez|pourrez|pourriez)(?: aussi| egalement)? (?:consulter|voir|trouver|verifier|ouvrir|telecharger) (?:(?:les|vos|toutes (?:les|vos)|tous (?:les|vos)) )?(?:${many}) (?:${place})`,
      `vous trouverez (?:(?:les|vos) )?(?:${many}) (?:${place})`,
      `(?:pour (?:voir|consulter|trouver|verifier) (?:les|vos) (?:${many}) )?(?:ouvrez|allez|voyez|consultez) (?:${place})`,
      `(?:je|nous) (?:ne|n) ${you}(?:trouve|trouvons|sais|savons|connais|connaissons)(?: pas)(?: (?:la reponse|(?:(?:la|le|l|cette|ce|cet|votre) )?(?:commande|facture|expedition|lot|certificat|document|produit|article|numero|dossier|client|question)(?: ${NUMBER})?|cela|ca))?`,
      `(?:je|nous) (?:n ai|n avons) pas (?:pu )?(?:trouve|trouver|compris) (?:(?:la|le|l|cette|ce|cet|votre) )?(?:commande|facture|expedition|lot|certificat|document|produit|article|numero|dossier|client|question)(?: ${NUMBER})?`,
      `(?:je|nous) ne (?:peux|pouvons) pas (?:${you}(?:dire|savoir|trouver|repondre))(?: (?:a )?(?:cela|ca|cette question|votre question))?`,
      `(?:je|nous) (?:n ai|n avons) (?:pas (?:de |d )?|aucune? )(?:source|donnees?|renseignements?|informations?|reponse|acces)(?: (?:pour|sur|a|concernant) ${about})?`,
      `(?:je|nous) (?:n ai|n avons) rien trouve(?: (?:pour|sur|sous) ${about})?`,
      `je ne suis pas (?:sur|sure|certain|certaine)`,
    ]
  },
}

const GERMAN: Words = {
  polite:
    'hallo|guten (?:tag|morgen|abend)|willkommen|auf wiedersehen|tschuss|bis bald|(?:einen )?schonen (?:tag|abend)(?: noch)?|danke(?: schon| sehr)?(?: fur (?:ihre|die) (?:frage|geduld|nachricht|anfrage))?|vielen dank(?: fur (?:ihre|die) (?:frage|geduld|nachricht|anfrage))?|gern|gerne|gern geschehen|gerne geschehen|bitte(?: schon| sehr)?|kein problem|entschuldigung|(?:es )?tut mir leid|ich verstehe|einen moment(?: bitte)?',
  lead: 'ja|nein|ok|naturlich|selbstverstandlich|sicher|leider|und|aber|dann|auch|sonst|wenn sie (?:mochten|wollen|wunschen|(?:weitere )?fragen haben)|fur (?:mehr|weitere) (?:details|einzelheiten|informationen|auskunfte)',
  tail: 'bitte|fur sie|heute|jetzt|gern|gerne|gleich|sofort|wenn sie (?:mochten|wollen)|auch',
  determiners:
    'der|die|das|den|dem|des|ein|eine|einen|einem|einer|ihr|ihre|ihren|ihrem|ihrer|mein|meine|unser|unsere|unseren|unserem|unserer|diese|dieser|diesen|diesem|dieses|welche|welcher|welchen|welches|alle|aller|allen|andere|anderen|letzte|letzten|genaue|genauen',
  things:
    'bestellung(?:en)?|auftrage?|bestellauftrage?|rechnung(?:en)?|zahlung(?:en)?|sendung(?:en)?|lieferung(?:en)?|charge|chargen|(?:analysen)?zertifikate?|dokumente?|unterlagen|produkte?n?|artikel|kunden?|verkaufe?|umsatze?|zahlen|daten|meldung(?:en)?|problem|anliegen|fragen?|(?:bestell|rechnungs|chargen|sendungs|artikel|auftrags)?nummern?|namen?|details|einzelheiten|informationen|datum|monat|jahr|zeitraum|mengen?|saldo|status|stand|verlauf|preise?|lieferzeiten|mindestmengen|allergene|offnungszeiten|kundendienst|support|team|person|kollegen?',
  many: 'bestellungen|auftrage|bestellauftrage|rechnungen|zahlungen|sendungen|lieferungen|chargen|zertifikate|dokumente|unterlagen|produkte|artikel|kunden|verkaufe|umsatze|zahlen|daten|meldungen|details|einzelheiten',
  joins: 'von|vom|fur|mit|bei|zu|zum|zur|in|im|auf|und|oder|uber|nach|an',
  pronouns: 'es|sie|das|dies|diese|dazu|danach|daruber|dabei|etwas|anderes',
  places:
    'bestellungen|bestellauftrage|finanzen|verkaufe|verkaufshistorie|verkaufsanalyse|aktuelle verkaufe|dokumente|dokumentation|produkte?|katalog|verfolgung|sendungsverfolgung|sendungen|meldungen|chargen|profil|einstellungen|chat|ubersicht|hilfe|portal|uber uns|kundenanfrage',
  sentences: ({ about, many, place }) => {
    const help =
      '(?:suchen|nachsehen|nachschlagen|nachschauen|prufen|finden|zeigen|anzeigen|auflisten|melden|offnen|helfen|weiterhelfen|beantworten|vorbereiten|entwerfen|erklaren|verbinden|heraussuchen)'
    const some = '(?: (?:auch|ihnen|mir|fur sie|sie|gern|gerne|bitte)){0,3}'
    const about0 = `(?:(?: (?:nach|bei|mit|zu|uber|in|an))? ${about})?`
    const service = '(?:(?:den|unseren|das|unser) )?(?:kundendienst|support)'
    return [
      `(?:(?:fur|von|nach|zu|um|in|auf|uber|bei) )?(?:welche[rnms]?|was)(?: (?:${THING}))? (?:meinen sie|suchen sie|geht es|ist es|ist gemeint|handelt es sich|mochten sie(?: ${help}| wissen| sehen)?|soll ich${some}${about0}(?: ${help})?|kann ich${some}(?: tun| ${help})?)`,
      `meinen sie ${about}|wie (?:lautet|ist|lauten) ${about}|was meinen sie`,
      `(?:konnen|konnten|wurden) sie${some} ${about} (?:nennen|geben|sagen|mitteilen|angeben)`,
      `(?:soll|kann|darf|konnte) ich${some}${about0}${some} ${help}`,
      `mochten sie (?:${about} (?:sehen|${help})|dass ich${some}${about0} (?:suche|nachsehe|prufe|zeige|melde|vorbereite|helfe))`,
      `(?:wie|womit|wobei) (?:kann|darf) ich${some}(?: (?:bei|mit|zu) ${about})?(?: heute)? (?:helfen|weiterhelfen)`,
      `(?:ich|wir) (?:kann|konnen|konnte|konnten|werde|wurde)${some}${about0}${some} ${help}`,
      `(?:ich|wir) (?:helfe|helfen) ihnen(?: gern| gerne)?(?: (?:bei|mit) ${about})?(?: weiter)?`,
      `(?:ich|wir) (?:suche|prufe|sehe nach)(?: fur sie)?(?: nach)?(?: ${about})?`,
      `ich bin(?: gern| gerne)? fur sie da`,
      `lassen sie mich${some}${about0} ${help}`,
      `fragen sie(?: mich)?(?: einfach| gern| gerne)?(?: nach ${about})?`,
      `(?:nennen|geben|sagen|teilen|wahlen) sie${some} ${about}(?: (?:an|mit|ein|aus))?`,
      `sagen sie mir (?:bitte )?welche[rnms]? ${THING} sie meinen`,
      `wenden sie sich(?: bitte)? an ${service}|fragen sie${some} ${service}`,
      `versuchen sie es(?: bitte)?(?: spater)? (?:erneut|noch einmal|wieder)`,
      `sie (?:finden|sehen|konnen) (?:(?:die|ihre|alle|alle ihre) )?(?:${many}) (?:${place})(?: (?:finden|sehen|ansehen|einsehen|abrufen|prufen|herunterladen))?`,
      `(?:(?:die|ihre|alle) )?(?:${many}) (?:finden|sehen) sie (?:${place})`,
      `(?:(?:ich|wir) (?:finde|fand|kenne|weiss|verstehe|konnte|kann)|(?:finde|fand|kenne|weiss|verstehe|konnte|kann) (?:ich|wir))(?: leider)?(?: (?:(?:die|den|das|diese|diesen|dieses|ihre|ihren) )?(?:bestellung|auftrag|rechnung|sendung|charge|zertifikat|dokument|produkt|artikel|nummer|kunden?|frage|antwort)(?: ${NUMBER})?| das| es| ihnen| dazu){0,3} nicht(?: (?:finden|sagen|beantworten|nachschlagen))?`,
      `(?:(?:dazu|daruber|hierzu|dafur) )?(?:(?:ich|wir) (?:habe|haben)|(?:habe|haben) (?:ich|wir))(?: (?:dazu|leider|daruber|hierzu)){0,2} keine? (?:quelle|angaben|daten|informationen|antwort|auskunft|zugriff)(?: (?:zu|uber|fur|auf) ${about})?`,
      `(?:ich|wir) (?:habe|haben|kann|konnte)(?: (?:dazu|leider|daruber|hierzu)){0,2} nichts (?:finden|gefunden|sagen)`,
      `ich bin(?: mir)? nicht sicher`,
    ]
  },
}

const SPANISH: Words = {
  polite:
    'hola|buen(?:os|as) (?:dias|tardes|noches)|buen dia|bienvenid[oa]s?|adios|hasta (?:luego|pronto)|que tenga (?:un )?buen dia|(?:muchas )?gracias(?: por (?:su|la) (?:pregunta|paciencia|consulta|mensaje))?|de nada|con (?:mucho )?gusto|no hay (?:ningun )?(?:problema|de que)|sin problemas?|ningun problema|lo siento(?: mucho)?|disculpe|perdon|entiendo|un momento(?: por favor)?|por favor',
  lead: 'si|no|ok|claro(?: que si)?|por supuesto|desde luego|perfecto|lamentablemente|por desgracia|y|pero|entonces|tambien|si (?:usted )?(?:quiere|desea|lo desea|necesita ayuda|tiene (?:mas )?preguntas)|para mas (?:detalles|informacion)',
  tail: 'por favor|para usted|hoy|ahora|enseguida|si (?:quiere|lo desea)|tambien|juntos',
  determiners:
    'el|la|los|las|un|una|unos|unas|su|sus|mi|mis|nuestro|nuestra|nuestros|nuestras|este|esta|estos|estas|ese|esa|esos|esas|que|cual|todo|toda|todos|todas|otro|otra|otros|otras|ultimo|ultima|ultimos|ultimas|exacto|exacta',
  things:
    'pedidos?|orden(?:es)?|compra|facturas?|pagos?|envios?|entregas?|lotes?|certificados?|analisis|documentos?|fichas?|productos?|articulos?|clientes?|ventas|cifras|datos|registros?|incidencias?|problemas?|solicitud(?:es)?|preguntas?|numeros?|nombres?|detalles|informacion|fechas?|mes|meses|ano|anos|periodos?|cantidad(?:es)?|saldo|estado|historial|precios?|plazos|minimas?|alergenos|horarios?|servicio|equipo|soporte|persona|colega',
  many: 'pedidos|ordenes de compra|facturas|pagos|envios|entregas|lotes|certificados|documentos|fichas|productos|articulos|clientes|ventas|cifras|datos|registros|incidencias|solicitudes|detalles',
  joins: 'de|del|para|por|con|en|y|o|u|a|al|sobre',
  pronouns: 'eso|esto|lo|la|los|las|otro|otra|algo|mas|cual',
  places:
    'pedidos|ordenes de compra|finanzas|ventas|historial de ventas|analisis de ventas|ventas actuales|documentos?|documentacion|productos?|catalogo|seguimiento|envios|incidencias|lotes|perfil|configuracion|ajustes|chat|panel|ayuda|portal|acerca de|formulario de solicitud(?: de cliente)?',
  sentences: ({ about, many, place }) => {
    const help =
      '(?:tambien )?(?:(?:le|les|lo|la|los|las) )?(?:busc|consult|revis|verific|encontr|mostr|list|report|ayud|prepar|redact|explic|intent)ar(?:le|lo|la|los|las|selo|sela)?|(?:abrir|responder|poner(?:le|lo|la)? en contacto)(?:le|lo|la)?'
    const helps = `(?:${help})(?: ${about})?(?: con ${about})?`
    const that =
      'que (?:le |lo |la |les )?(?:busque|consulte|revise|verifique|muestre|reporte|abra|ayude|prepare|redacte|explique)'
    const service = '(?:(?:con|a|al|el|nuestro) ){0,2}(?:servicio al cliente|soporte|equipo de soporte)'
    return [
      `(?:(?:de|a|por|para|sobre|en) )?(?:que|cual|cuales)(?: de (?:los|las|sus))?(?: (?:${THING}))? (?:es|son|se trata|busca|necesita|se refiere|le interesa|(?:quiere|desea)(?: (?:decir|saber|ver|${help}))?)(?: ${about})?`,
      `se refiere a ${about}|que quiere decir`,
      `(?:me )?(?:puede|podria)(?: usted)? (?:dar|indicar|decir|proporcionar|facilitar)(?:me)? ${about}`,
      `(?:quiere|desea|le gustaria)(?: usted)? ${that}(?: ${about})?`,
      `(?:en que|como|con que|que) (?:puedo|podemos|podria) (?:le |lo |la )?(?:ayudar(?:le|lo|la)?|hacer)(?: (?:con|por) (?:usted|${about}))?`,
      `(?:necesita|desea) algo mas|hay algo mas en que pueda ayudar(?:le|lo|la)?`,
      `(?:yo )?(?:puedo|podemos|podria|voy a|vamos a) ${helps}`,
      `(?:permitame|dejeme) ${helps}`,
      `estoy (?:aqui|listo|lista|disponible) para ayudar(?:le|lo|la)?(?: con ${about})?`,
      `(?:le|lo|la) (?:ayudo|busco)(?: con)?(?: ${about})?`,
      `(?:digame|deme|indique|indiqueme|escriba|elija|facilite|faciliteme|proporcione|proporcioneme|nombre)(?: por favor)? ${about}`,
      `(?:contacte|comuniquese|pongase en contacto|escriba|consulte|puede (?:contactar|consultar|escribir)) ${service}(?: o use el formulario de solicitud)?`,
      `(?:intentelo|pruebe) (?:de nuevo|mas tarde|otra vez)`,
      `(?:usted )?(?:puede|podra)(?: tambien)? (?:ver|consultar|encontrar|revisar|abrir|descargar) (?:(?:los|las|sus|tod[oa]s (?:los|las|sus)) )?(?:${many}) (?:${place})`,
      `(?:encontrara|vera) (?:(?:los|las|sus) )?(?:${many}) (?:${place})`,
      `(?:para (?:ver|consultar|encontrar|revisar) (?:los|las|sus) (?:${many}) )?(?:abra|vaya|visite|vea) (?:${place})`,
      `(?:yo )?no (?:lo |la |los |las )?(?:encuentro|encontre|se|entiendo|conozco|he encontrado|pude encontrar|puedo encontrar)(?: (?:la respuesta|(?:(?:el|la|ese|esa|este|esta|su) )?(?:pedido|factura|envio|lote|certificado|documento|producto|articulo|numero|registro|cliente|pregunta)(?: ${NUMBER})?|eso|esto))?`,
      `(?:yo )?no (?:lo )?(?:puedo|podemos|pude) (?:decir|saber|responder)(?:lo|la|le|selo)?(?: (?:a )?(?:eso|esto|esa pregunta|su pregunta))?`,
      `(?:yo )?no (?:tengo|tenemos)(?: (?:ninguna|una|la))? (?:fuente|datos|informacion|respuesta|registros|acceso)(?: (?:para|sobre|de|a) ${about})?`,
      `(?:yo )?no (?:encuentro|encontre|he encontrado) nada(?: (?:para|sobre|de|con) ${about})?`,
      `no estoy segur[oa]`,
    ]
  },
}

const HERE: Record<string, string> = {
  in: '(?:(?:in|on|under|at|to|through|via) )?(?:the |your )?',
  page: '(?: (?:page|screen|menu|section|tab))?',
}
const BESIDE = [
  [ENGLISH, 'here|there|below', HERE.in, HERE.page],
  [
    FRENCH,
    'ici|la|ci dessous',
    '(?:(?:a|au|aux|sur|dans|sous|en) )?(?:la |le |les |l )?(?:(?:page|menu|section|ecran|rubrique) )?',
    '',
  ],
  [
    GERMAN,
    'hier|dort|unten',
    '(?:(?:unter|in|im|auf|bei|zu) )?(?:der |dem |den )?(?:(?:seite|menu|bereich) )?',
    '',
  ],
  [
    SPANISH,
    'aqui|alli|abajo',
    '(?:(?:en|a|al|bajo) )?(?:la |el |los |las )?(?:(?:pagina|seccion|menu|pantalla) )?(?:de )?',
    '',
  ],
] as const

const whole = (words: string) => new RegExp(`^(?:${words})$`, 'u')
const FORMS = BESIDE.map(([words, here, before, behind]) => {
  const marks = [
    ['D', whole(words.determiners)],
    ['T', whole(words.things)],
    ['P', whole(words.pronouns)],
    ['J', whole(words.joins)],
    ['N', /\d|^(?:po|inv|nr|num|fg|bc|bl|so)$/u],
  ] as const
  const place = `${here}|${before}(?:${words.places})${behind}`
  const said = words.sentences({ about: ABOUT, many: words.many, place })
  const lead = `(?:(?:${words.polite}|${words.lead}) ){0,4}`
  const form = `${lead}(?:${words.polite}|(?:${said.join('|')})(?: (?:${words.tail})){0,2})`
  return {
    mark: (word: string) => word + marks.map(([mark, is]) => (is.test(word) ? mark : '')).join(''),
    // Behind each word its marks may stand.
    form: new RegExp(`^${form.replaceAll(' ', '[A-Z]* ')}[A-Z]*$`, 'u'),
  }
})
const LONGEST = 200
/** Nobody is asked to pay in small talk. */
const PAYING = /^(?:please|veuillez|bitte|por favor)\b.*\b(?:payments?|paiements?|zahlung(?:en)?|pagos?)\b/

/** Whether a sentence states nothing of anything. */
export function isSmallTalk(sentence: string): boolean {
  const said = fold(sentence)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (said.length > LONGEST || PAYING.test(said)) return false
  const words = said.split(' ')
  return FORMS.some(({ mark, form }) => form.test(words.map(mark).join(' ')))
}
