import { fold } from './understand.ts'

/**
 * What may be said without any source: a courtesy, a question back, an offer of help, where in the portal to look, and that one does
 * not know. A grammar for each language, folded: a line of capitals names words, every other one is a form of a sentence. All
 * verbs stand in the forms, and what fills their gaps states nothing.
 *
 * POLITE is said alone or before a form, LEAD only before one: "yes" alone is an answer, and so a claim. ABOUT is any of WORD, ONE,
 * MANY and numbers: "the number of your order". Of ONE it is said that it was not found, for of several that would be that there are
 * none; of MANY where they are, for of one it would be that there is one. Of payments and accounts nobody is asked for anything.
 */
const GRAMMARS = [
  `
  POLITE hello(?: there)?|hi(?: there)?|hey|good (?:morning|afternoon|evening|day)|welcome|goodbye|bye|(?:many )?thanks|thank you(?: (?:very|so) much)?(?: for your (?:question|patience|message))?|you (?:are|re) welcome|my pleasure|it is a pleasure|no problem|gladly|(?:(?:i am|i m) )?(?:very |so )?sorry|i apologi[sz]e|i understand|(?:one|just a) moment
  LEAD yes|no|ok|okay|sure|of course|certainly|absolutely|great|please|unfortunately|i am afraid|and|but|also|then|otherwise|if you (?:like|want|wish|need help|have (?:any |more )?questions)|for (?:more|further) (?:details|information|help)
  ONE order|purchase order|invoice|shipment|lot|certificate|document|product|item|customer|request|number
  MANY orders|purchase orders|invoices|shipments|lots|certificates|documents|products|items|customers|requests|numbers|figures|sales|issues
  WORD the|an?|your|my|our|this|that|these|those|any|all|each|which|another|ones?|other|last|latest|specific|exact|more|it|them|something|anything|you|me|us|of|for|from|with|by|in|on|at|and|or|about|to|up|please|today|now|instead|too|if you like|issue|questions?|tracking|names?|details|information|dates?|months?|years?|periods?|quantity|quantities|status|history|growth|prices?|lead|times?|minimum|allergens|hours|service|support|team|person|colleague|help
  PLACE (?:(?:in|on|under|at|to) )?(?:the |your )?(?:orders|purchase orders|finance|sales|sales history|sales analytics|current sales|documents|(?:product )?documentation|products?|catalogue|tracking|shipments|issues|lots|profile|settings|chat|dashboard|help|customer request form)(?: (?:page|screen|menu|section|tab))?|here|below
  HELP look|check|search|find|show|list|report|open|help|assist|prepare|draft|explain|answer|connect|ask
  (?:which|what) ABOUT (?:do you (?:mean|need)|is it|is meant|are you (?:asking|looking)|(?:would you like|do you want)(?: me)?(?: to (?:know|see|HELP))?|(?:can|may|should|shall) i HELP) ABOUT
  (?:do you mean|what is) ABOUT
  (?:(?:could|can|would|will) you )?(?:please )?(?:also )?(?:give|tell|name|choose|enter|type|provide|specify|share) ABOUT(?: you mean)?
  (?:(?:would you like|do you want) me to|(?:shall|should|may|can|could) i|(?:i|we) can|i (?:would|d) be (?:happy|glad) to|let me)(?: also| gladly)? HELP ABOUT(?: you mean)?
  (?:how|what) (?:can|may|could) (?:i|we) (?:do|help|assist) ABOUT
  (?:is there )?anything else(?: i can (?:do|help))? ABOUT|(?:i am|i m|we are) (?:here|ready|happy|glad) to (?:help|assist) ABOUT
  (?:feel free to )?ask me|i (?:looked|checked)|try again(?: later)?|use the customer request form
  (?:contact|ask|write to)(?: our| the)? (?:customer service|support(?: team)?)(?: or (?:use )?the customer request form)?
  you can(?: also)? (?:find|see|check|view|open|follow|download) (?:(?:the|your|all) )*(?:MANY|payments) PLACE|(?:open|go to|visit|see) PLACE
  (?:i|we) (?:could not|couldn t|cannot|can not|can t|did not|didn t|do not|don t|am unable to) (?:find|know|say|answer|understand)(?: (?:it|this|that|(?:(?:the|that|this|your) )?ONE))?
  (?:i|we) (?:have no|do not have|don t have)(?: an?| any| enough)? (?:source|information|data|answer|access)(?: (?:for|on|about|of|to) ABOUT)?
  (?:i am|i m) not sure(?: which ABOUT you mean)?`,
  `
  POLITE bonjour|bonsoir|salut|bienvenue|au revoir|a bientot|bonne (?:journee|soiree)|merci(?: beaucoup| bien)?(?: (?:de|pour) votre (?:question|patience|message|demande))?|de rien|je vous en prie|avec plaisir|pas de probleme|aucun probleme|(?:je suis )?desolee?|je comprends|un (?:instant|moment)
  LEAD oui|non|ok|d accord|bien sur|certainement|volontiers|parfait|malheureusement|et|mais|alors|sinon|aussi|si vous (?:(?:le )?(?:voulez|desirez|souhaitez)|avez (?:des|d autres) questions)|pour plus (?:de|d) (?:details|renseignements|informations)
  ONE commande|bon de commande|facture|expedition|livraison|lot|certificat|document|fiche|produit|article|client|demande|numero
  MANY commandes|bons de commande|factures|expeditions|livraisons|lots|certificats|documents|fiches|produits|articles|clients|demandes|numeros|ventes|signalements
  WORD les?|la|l|une?|des|du|de|d|votre|vos|mon|ma|mes|notre|nos|ce|cet|cette|ces|quels?|quelles?|laquelle|lequel|tout|toute|tous|toutes|autres?|dernier|derniere|exacte?|cela|ca|ceci|celui|celle|vous|me|nous|moi|y|en|par|pour|avec|dans|sur|et|ou|a|aux?|concernant|chose|s il vous plait|aujourd hui|maintenant|aussi|si vous voulez|colis|analyses?|dossiers?|signalement|probleme|questions?|noms?|details|renseignements|informations?|dates?|mois|annees?|periodes?|quantites?|statuts?|historique|suivi|croissance|prix|delais|production|minimales?|allergenes|heures|service|clientele|equipe|soutien|personne|collegue
  PLACE (?:(?:a|au|aux|sur|dans|sous|en) )?(?:la |le |les |l )?(?:(?:page|menu|section) )?(?:commandes|bons de commande|finances?|ventes|historique des ventes|analyse des ventes|ventes courantes|documents?|documentation|produits?|catalogue|suivi|expeditions|signalements|lots|profil|parametres|clavardage|tableau de bord|aide|formulaire de demande)|ici|ci dessous
  HELP chercher|rechercher|trouver|verifier|consulter|regarder|montrer|afficher|lister|signaler|ouvrir|aider|repondre|preparer|rediger|expliquer|demander
  (?:(?:de|d|a|pour|sur|dans) )?(?:quels?|quelles?|lequel|laquelle) ABOUT (?:parlez vous|pensez vous|cherchez vous|s agit il|est ce|(?:voulez|desirez|souhaitez) vous(?: (?:savoir|voir|HELP))?|(?:puis|dois) je HELP) ABOUT
  (?:parlez vous|voulez vous (?:dire|parler)|quel(?:le)?s? (?:est|sont)) ABOUT
  (?:(?:pouvez|pourriez) vous|veuillez|vous pouvez)(?: me| nous)? (?:donner|indiquer|preciser|dire|fournir|nommer|choisir|entrer) ABOUT
  (?:donnez|indiquez|precisez|dites|nommez|choisissez) ABOUT
  (?:voulez|souhaitez|desirez|aimeriez) vous que je(?: vous| le| la| les)? (?:cherche|trouve|verifie|consulte|regarde|montre|affiche|signale|ouvre|aide|prepare|redige|explique) ABOUT
  (?:(?:puis|dois) je|je peux|nous pouvons|laissez moi|permettez moi de)(?: aussi)?(?: vous| le| la| les)? HELP ABOUT
  (?:comment|en quoi|que) puis je (?:vous )?(?:aider|faire) ABOUT|(?:avez vous|y a t il) (?:d autres questions|une autre question|autre chose)
  je suis (?:la|pret|prete|disponible|heureux|heureuse) (?:pour|de|a) vous aider ABOUT
  (?:veuillez |vous pouvez )?(?:contacter|contactez|joindre|joignez|ecrire a|ecrivez a) (?:le |notre |l )?(?:service a la clientele|equipe de soutien)|(?:veuillez reessayer|reessayez)(?: plus tard)?
  vous (?:pouvez(?: aussi)? (?:consulter|voir|trouver|verifier|ouvrir|telecharger)|trouverez) (?:(?:les|vos|toutes|tous) )*(?:MANY|paiements) PLACE|(?:ouvrez|allez|voyez|consultez|veuillez (?:ouvrir|consulter)) PLACE
  je (?:ne (?:trouve|sais|connais|comprends) pas|n ai pas (?:pu trouver|trouve|compris))(?: (?:cela|ca|la reponse|(?:(?:la|le|l|cette|ce|cet|votre) )?ONE))?
  je ne peux pas (?:le dire|repondre)(?: a (?:cela|cette question|votre question))?|je ne suis pas (?:sure?|certaine?)
  je n ai (?:pas (?:de |d )|aucune? )(?:source|donnees?|renseignements?|informations?|reponse|acces)(?: (?:pour|sur|a|concernant) ABOUT)?`,
  `
  POLITE hallo|guten (?:tag|morgen|abend)|willkommen|auf wiedersehen|bis bald|(?:einen )?schonen (?:tag|abend)|danke(?: schon| sehr)?(?: fur ihre (?:frage|geduld|nachricht|anfrage))?|vielen dank(?: fur ihre (?:frage|geduld|nachricht|anfrage))?|gerne?(?: geschehen)?|kein problem|entschuldigung|(?:es )?tut mir leid|ich verstehe|einen moment(?: bitte)?
  LEAD ja|nein|ok|naturlich|selbstverstandlich|leider|bitte|und|aber|dann|auch|sonst|wenn sie (?:mochten|wollen|wunschen|(?:weitere )?fragen haben)|fur (?:mehr|weitere) (?:details|einzelheiten|informationen)
  ONE bestellung|auftrag|bestellauftrag|rechnung|sendung|lieferung|charge|zertifikat|dokument|produkt|artikel|kunden?|(?:bestell|rechnungs|chargen|sendungs|artikel|auftrags)?nummer
  MANY bestellungen|auftrage|bestellauftrage|rechnungen|sendungen|lieferungen|chargen|zertifikate|dokumente|unterlagen|produkte|verkaufe|meldungen
  WORD der|die|das|den|dem|des|eine?|einen|einem|einer|ihre?|ihren|ihrem|ihrer|ihnen|meine?|unsere?|unseren|diese|dieser|diesen|diesem|dieses|welche|welcher|welchen|welches|alle|allen|anderen?|letzten?|genauen?|es|sie|mir|dazu|danach|daruber|dabei|etwas|anderes|gerne?|bitte|auch|heute|jetzt|von|vom|fur|mit|bei|zu|zum|zur|in|im|auf|und|oder|uber|nach|an|analysenzertifikate?|produkten|verkauf|umsatze?|meldung|problem|anliegen|fragen?|namen?|details|einzelheiten|informationen|datum|monat|jahr|zeitraum|mengen?|status|verlauf|preise?|lieferzeiten|mindestmengen|allergene|offnungszeiten|kundendienst|support|team|person|kollegen?
  PLACE (?:(?:unter|in|im|auf|bei|zu) )?(?:der |dem |den )?(?:(?:seite|menu|bereich) )?(?:bestellungen|bestellauftrage|finanzen|verkaufe|verkaufshistorie|verkaufsanalyse|aktuelle verkaufe|dokumente|dokumentation|produkte|katalog|verfolgung|sendungsverfolgung|sendungen|meldungen|chargen|profil|einstellungen|chat|ubersicht|hilfe|kundenanfrage)|hier|dort|unten
  HELP suchen|nachsehen|nachschlagen|prufen|finden|zeigen|anzeigen|auflisten|melden|offnen|helfen|weiterhelfen|beantworten|vorbereiten|entwerfen|erklaren|verbinden|heraussuchen|fragen
  (?:(?:fur|von|nach|zu|um|in|auf|uber|bei) )?(?:welche[rnms]?|was) ABOUT (?:meinen sie|suchen sie|geht es|ist es|ist gemeint|handelt es sich|mochten sie(?: wissen| sehen)?|(?:soll|kann) ich ABOUT(?: tun| HELP)?)
  (?:meinen sie|wie (?:lautet|lauten|ist)) ABOUT
  (?:konnen|konnten|wurden) sie ABOUT (?:nennen|geben|sagen|mitteilen|angeben)
  (?:(?:(?:wie|womit|wobei) )?(?:soll|kann|darf) ich|ich kann|wir konnen|lassen sie mich) ABOUT HELP
  mochten sie dass ich ABOUT (?:suche|nachsehe|prufe|zeige|melde|vorbereite|helfe)|ich (?:helfe ihnen|bin fur sie da) ABOUT
  (?:nennen|geben|sagen|wahlen) sie ABOUT(?: sie meinen)?|fragen sie mich|versuchen sie es(?: bitte)?(?: spater)? (?:erneut|noch einmal)
  wenden sie sich(?: bitte)? an (?:den |unseren )?(?:kundendienst|support)
  (?:(?:die|ihre|alle) )*(?:MANY|zahlungen) (?:finden|sehen) sie PLACE
  sie (?:finden|sehen|konnen) (?:(?:die|ihre|alle) )*(?:MANY|zahlungen) PLACE(?: (?:finden|sehen|ansehen|einsehen|abrufen|herunterladen))?|(?:offnen|besuchen) sie PLACE
  (?:ich (?:finde|kenne|wei(?:ss|ß)|verstehe|konnte|kann)|(?:finde|kenne|wei(?:ss|ß)|verstehe|konnte|kann) ich|das (?:wei(?:ss|ß)|finde|verstehe) ich)(?: leider)?(?: (?:das|es|dazu|(?:(?:die|den|das|diese|diesen|dieses|ihre|ihren) )?ONE))? nicht(?: (?:finden|sagen|beantworten))?
  (?:(?:dazu|daruber|hierzu) )?(?:ich habe|habe ich)(?: (?:leider|dazu|daruber|hierzu))? keine? (?:quelle|angaben|daten|informationen|antwort|zugriff)(?: (?:zu|uber|fur|auf) ABOUT)?
  ich bin(?: mir)? nicht sicher`,
  `
  POLITE hola|buen(?:os|as) (?:dias|tardes|noches)|buen dia|bienvenid[oa]s?|adios|hasta (?:luego|pronto)|(?:muchas )?gracias(?: por su (?:pregunta|paciencia|consulta|mensaje))?|de nada|con (?:mucho )?gusto|no hay problema|sin problema|ningun problema|lo siento(?: mucho)?|disculpe|perdon|entiendo|un momento
  LEAD si|no|ok|claro(?: que si)?|por supuesto|desde luego|perfecto|lamentablemente|por desgracia|por favor|y|pero|entonces|tambien|si (?:usted )?(?:quiere|lo desea|necesita ayuda|tiene (?:mas )?preguntas)|para mas (?:detalles|informacion)
  ONE pedido|orden de compra|factura|envio|entrega|lote|certificado|documento|ficha|producto|articulo|cliente|solicitud|numero
  MANY pedidos|ordenes de compra|facturas|envios|entregas|lotes|certificados|documentos|fichas|productos|articulos|clientes|solicitudes|numeros|ventas|incidencias
  WORD el|la|los|las|una?|unos|unas|lo|sus?|mis?|nuestr[oa]s?|est[ea]|estos|estas|es[ea]|esos|esas|que|cual|tod[oa]s?|otr[oa]s?|ultim[oa]s?|exact[oa]|eso|esto|algo|mas|le|me|usted|del?|para|por|con|en|y|o|u|al?|sobre|por favor|hoy|ahora|tambien|si quiere|analisis|registros?|incidencia|problema|preguntas?|nombres?|detalles|informacion|fechas?|mes|meses|anos?|periodos?|cantidad|cantidades|estado|historial|precios?|plazos|minimas?|alergenos|horarios?|servicio|equipo|soporte|persona|colega
  PLACE (?:(?:en|a|al|bajo) )?(?:la |el |los |las )?(?:(?:pagina|seccion|menu) )?(?:de )?(?:pedidos|ordenes de compra|finanzas|ventas|historial de ventas|analisis de ventas|ventas actuales|documentos|documentacion|productos|catalogo|seguimiento|envios|incidencias|lotes|perfil|configuracion|ajustes|chat|panel|ayuda|formulario de solicitud)|aqui|alli|abajo
  HELP (?:(?:busc|consult|revis|verific|encontr|mostr|list|report|ayud|prepar|redact|explic|pregunt)ar|abrir|responder)(?:le|lo|la|los|las)?
  (?:(?:de|a|por|para|sobre|en) )?(?:que|cual|cuales) ABOUT (?:es|son|se trata|busca|necesita|se refiere|(?:quiere|desea)(?: (?:saber|ver|HELP))?) ABOUT
  (?:se refiere a|(?:puede|podria) (?:dar|indicar|decir|facilitar)(?:me)?|digame|deme|indique|indiqueme|escriba|elija|facilite|faciliteme) ABOUT
  (?:quiere|desea|le gustaria) que(?: le| lo| la)? (?:busque|consulte|revise|verifique|muestre|reporte|abra|ayude|prepare|explique) ABOUT
  (?:en que|como|con que|que) (?:puedo|podemos)(?: le| lo| la)? (?:ayudar(?:le|lo|la)?|hacer) ABOUT
  (?:puedo|podemos|permitame|dejeme)(?: tambien)?(?: le| lo| la| los| las)? HELP ABOUT
  (?:necesita|desea) algo mas|hay algo mas en que pueda ayudar(?:le|lo|la)?|estoy (?:aqui|listo|lista) para ayudar(?:le|lo|la)? ABOUT
  (?:contacte|comuniquese|puede contactar) (?:con )?(?:el |nuestro )?(?:servicio al cliente|equipo de soporte)|(?:intentelo|pruebe) (?:de nuevo|mas tarde|otra vez)
  (?:puede(?: tambien)? (?:ver|consultar|encontrar|revisar|abrir|descargar)|encontrara) (?:(?:los|las|sus|tod[oa]s) )*(?:MANY|pagos) PLACE|(?:abra|vaya|visite|vea) PLACE
  no (?:lo |la )?(?:encuentro|encontre|se|entiendo|conozco|he encontrado|pude encontrar|puedo encontrar)(?: (?:eso|esto|la respuesta|(?:(?:el|la|es[ea]|est[ea]|su) )?ONE))?
  no (?:lo )?(?:puedo|pude) (?:decir|saber|responder)(?: (?:a )?(?:eso|esto|su pregunta))?|no estoy segur[oa]
  no tengo(?: ninguna| una)? (?:fuente|datos|informacion|respuesta|acceso)(?: (?:para|sobre|de|a) ABOUT)?`,
]

const NUMBER = '(?:(?:po|inv|nr|num|fg|bc|bl|so) )?[^ ]*\\d[^ ]*'

const SENTENCES = GRAMMARS.map((grammar) => {
  const lines = grammar.trim().split(/\s*\n\s*/)
  const isForm = (line: string) => !/^[A-Z]+ /.test(line)
  const named: Record<string, string> = Object.fromEntries(
    lines.filter((line) => !isForm(line)).map((line) => line.split(/ (.*)/, 2)),
  )
  const { POLITE, LEAD, ONE, MANY, WORD } = named
  const sentence = lines
    .filter(isForm)
    .join('|')
    .replaceAll(' ABOUT', `(?: (?:${[WORD, ONE, MANY, NUMBER].join('|')})(?![^ ]))*`)
    .replaceAll('ONE', `(?:${ONE})(?: ${NUMBER})*`)
    .replace(/[A-Z]{4,}/g, (name) => `(?:${named[name]})`)
  return new RegExp(`^(?:(?:${POLITE}|${LEAD}) )*(?:${POLITE}|${sentence})$`, 'u')
})
const LONGEST = 200

/** Whether a sentence states nothing of anything. */
export function isSmallTalk(sentence: string): boolean {
  const said = fold(sentence)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return said.length <= LONGEST && SENTENCES.some((form) => form.test(said))
}
