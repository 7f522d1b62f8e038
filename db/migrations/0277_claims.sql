-- What the About page claims (F6): that the product enforces something, with the test that shows it; or that its operator answers
-- for something, since a day. What is not claimed is not shown.
create table portal.claims (
  id int primary key generated always as identity,
  kind text not null check (kind in ('enforced', 'operator')),
  texts jsonb not null check (length(texts->>'en') between 1 and 500), -- by language; English where there is none
  proof text check (length(proof) between 1 and 200), -- a file of tests; which ones there are the product says
  stated_on date,
  version int not null default 1,
  check ((kind = 'enforced') = (proof is not null)),
  check ((kind = 'operator') = (stated_on is not null))
);
insert into portal.claims (kind, texts, proof) values
('enforced', '{"en": "Row-level security keeps every company’s rows apart, for each table.", "fr-CA": "La sécurité au niveau des lignes sépare les données de chaque entreprise, table par table.", "de": "Sicherheit auf Zeilenebene trennt die Daten jedes Unternehmens, in jeder Tabelle.", "es": "La seguridad a nivel de fila separa los datos de cada empresa, en cada tabla."}', 'test/security/policy-mutation.test.ts'),
('enforced', '{"en": "Every endpoint is asked as every role, and answers exactly what that role may have.", "fr-CA": "Chaque point d’accès est interrogé avec chaque rôle et ne répond que ce que ce rôle peut avoir.", "de": "Jeder Endpunkt wird mit jeder Rolle befragt und antwortet genau, was diese Rolle haben darf.", "es": "Cada punto de acceso se consulta con cada rol y responde solo lo que ese rol puede tener."}', 'test/security/access-matrix.test.ts'),
('enforced', '{"en": "A second factor (app, passkey, recovery codes) can be required, and is for some steps asked again.", "fr-CA": "Un second facteur (application, clé d’accès, codes de récupération) peut être exigé, et certaines étapes le redemandent.", "de": "Ein zweiter Faktor (App, Passkey, Wiederherstellungscodes) kann verlangt werden und wird bei manchen Schritten erneut verlangt.", "es": "Se puede exigir un segundo factor (aplicación, llave de acceso, códigos de recuperación), y algunos pasos lo piden de nuevo."}', 'test/server/second-factor.test.ts'),
('enforced', '{"en": "Five failed attempts lock an account for 15 minutes, and longer each time.", "fr-CA": "Cinq essais manqués verrouillent un compte 15 minutes, et plus longtemps chaque fois.", "de": "Fünf Fehlversuche sperren ein Konto für 15 Minuten, und jedes Mal länger.", "es": "Cinco intentos fallidos bloquean una cuenta 15 minutos, y más cada vez."}', 'test/server/sign-in.test.ts'),
('enforced', '{"en": "The audit trail is chained: what is changed afterwards is noticed.", "fr-CA": "La piste d’audit est chaînée : ce qui est changé après coup se voit.", "de": "Das Prüfprotokoll ist verkettet: Was nachträglich geändert wird, fällt auf.", "es": "El registro de auditoría está encadenado: lo que se cambia después se nota."}', 'test/faults/audit-tampering.test.ts'),
('enforced', '{"en": "Every answer carries headers that keep foreign scripts and frames out.", "fr-CA": "Chaque réponse porte des en-têtes qui tiennent à l’écart les scripts et cadres étrangers.", "de": "Jede Antwort trägt Kopfzeilen, die fremde Skripte und Rahmen fernhalten.", "es": "Cada respuesta lleva encabezados que impiden scripts y marcos ajenos."}', 'test/security/http-headers.test.ts');
