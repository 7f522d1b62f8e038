/** Words that most guessed passwords are made of, English and French, without accents. */
const WORDS =
  `motdepasse administrateur administrator supplements supplement bienvenue welcome passphrase password passwort
passw0rd p4ssword bonjour bonsoir soleil chocolat doudou loulou cheval maison nicolas camille marseille montreal quebec canadiens
canada toronto ottawa hockey nordiques football baseball basketball soccer iloveyou jetaime jesuis princesse princess dragon monkey
shadow superman batman sunshine letmein opensesame changeme changez secret trustno master michael jennifer jordan ashley charlie
michelle daniel thomas jessica pokemon starwars computer ordinateur internet samsung google facebook linkedin microsoft windows
freedom liberte whatever starter summer winter spring autumn printemps automne hiver january february march april june july august september october
november december janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre monday tuesday wednesday thursday
friday saturday sunday lundi mardi mercredi jeudi vendredi samedi dimanche probiotique probiotic vitamine vitamin lotline portail
portal health sante company compagnie entreprise business client customer fournisseur supplier login connexion access acces admin
account compte security securite office bureau root guest invite test demo user hello salut coucou temporary temporaire nouveau
family famille mother father maman papa amour love chouchou abc123 qwerty azerty`.split(/\s+/)

/** What everybody quotes who is asked for a long one, without spaces. */
const PHRASES =
  `correcthorsebatterystaple thequickbrownfoxjumpsoverthelazydog tobeornottobe thatisthequestion maytheforcebewithyou
iwillalwaysloveyou inthebeginningwastheword onceuponatime allyouneedislove trustnoone winteriscoming
portezcevieuxwhiskyaujugeblondquifume jemesouviens ocanada jepensedoncjesuis liberteegalitefraternite iletaitunefois
lavieestbelle lavieenrose cestlavie vivelequebeclibre allezlescanadiens`.split(/\s+/)

const longestFirst = (a: string, b: string) => b.length - a.length

/** A word stands before those that it holds. */
export const COMMON_PASSWORD_WORDS = [...new Set([...PHRASES, ...WORDS])].sort(longestFirst)

/** Says nothing of its own beside a common word: "my password is love". */
export const FILLING_WORDS =
  `my the this that its is are am me you your i a an and for of in on at to not no very much new one two mon ma mes le la les un une ce
cette est et de du des je tu moi toi ton ta tes pour dans sur pas tres`.split(/\s+/)
