/** Words that most guessed passwords are made of, English and French, without accents; a word stands before the ones it holds. */
export const COMMON_PASSWORD_WORDS =
  `motdepasse administrateur administrator supplements supplement bienvenue welcome passphrase password passwort
passw0rd p4ssword bonjour soleil chocolat doudou loulou nicolas camille marseille montreal quebec canadiens canada toronto hockey
football baseball basketball soccer iloveyou jetaime princesse princess dragon monkey shadow superman batman sunshine letmein
changeme changez secret trustno master michael jennifer jordan ashley charlie michelle daniel thomas jessica pokemon starwars
computer internet samsung google facebook linkedin microsoft windows starter summer winter spring autumn printemps automne hiver
probiotique probiotic lotline portail portal health sante company entreprise client login connexion access acces admin
root guest test demo user hello salut coucou abc123 qwerty azerty 123456789 12345678 1234567 123456 12345 1234 2024 2025 2026`.split(
    /\s+/,
  )
