-- The assistant (F1, F2). A question and its answer are one row, of one person in one tenant; tenant 0: of those who look at
-- several tenants at once.
create table portal.assistant_turns (
  tenant_id int not null,
  user_id text not null references portal.profiles on delete cascade,
  id bigint not null generated always as identity,
  asked_at timestamptz not null default now(),
  question text not null check (length(question) between 1 and 2000),
  answer text not null check (length(answer) between 1 and 20000),
  outcome text not null check (outcome in ('answered', 'declined', 'stopped', 'failed')),
  answered_by text not null check (answered_by in ('built_in', 'provider')),
  language text not null check (language in ('en', 'fr-CA', 'de', 'es')),
  -- Where in the portal stands what the answer says: [{"label": "Order 10479", "href": "/orders/10479"}].
  citations jsonb not null default '[]',
  -- What the answer offers to do, once its reader confirms it; null: nothing.
  proposal jsonb,
  settled text check (settled in ('confirmed', 'cancelled')),
  -- Where in the portal what was confirmed stands now.
  result text check (length(result) <= 300),
  primary key (tenant_id, user_id, id),
  check (proposal is not null or settled is null)
);
create index assistant_turns_user on portal.assistant_turns (user_id);

-- Who answers the questions of a tenant's people; without a row the built-in assistant does. A provider outside is only asked
-- once somebody of the tenant agreed to it, whose name stays here.
create table portal.assistant_settings (
  tenant_id int primary key references portal.tenants,
  mode text not null check (mode in ('off', 'built_in', 'provider')),
  consented_by text check (length(consented_by) between 1 and 200),
  consented_at timestamptz,
  version int not null default 1,
  check (mode <> 'provider' or consented_by is not null and consented_at is not null)
);

-- What the manufacturer says of itself, by language, with who answers for it and since when; the same for everybody.
create table portal.assistant_facts (
  topic text primary key check (topic in ('lead_times', 'minimums', 'allergens', 'company', 'hours')),
  texts jsonb not null check (length(texts->>'en') between 1 and 1000),
  owner text check (length(owner) between 1 and 200),
  stated_on date,
  version int not null default 1
);
insert into portal.assistant_facts (topic, texts) values
('lead_times', '{
  "en": "Lead times: probiotic blends 6-8 weeks, bulk capsules 8-12 weeks, finished products 12-16 weeks.",
  "fr-CA": "Délais de production : mélanges probiotiques 6 à 8 semaines, capsules en vrac 8 à 12 semaines, produits finis 12 à 16 semaines.",
  "de": "Lieferzeiten: probiotische Mischungen 6-8 Wochen, Kapseln als Bulkware 8-12 Wochen, Fertigprodukte 12-16 Wochen.",
  "es": "Plazos de entrega: mezclas probióticas 6-8 semanas, cápsulas a granel 8-12 semanas, productos terminados 12-16 semanas."}'),
('minimums', '{
  "en": "Minimum order quantities: blends 100 KG, bulk capsules 150 units, finished products 5000 units.",
  "fr-CA": "Quantités minimales de commande : mélanges 100 KG, capsules en vrac 150 unités, produits finis 5000 unités.",
  "de": "Mindestbestellmengen: Mischungen 100 KG, Kapseln als Bulkware 150 Einheiten, Fertigprodukte 5000 Einheiten.",
  "es": "Cantidades mínimas de pedido: mezclas 100 KG, cápsulas a granel 150 unidades, productos terminados 5000 unidades."}'),
('allergens', '{
  "en": "Our products are free of allergens, except for dairy cultures.",
  "fr-CA": "Nos produits sont exempts d’allergènes, à l’exception des cultures laitières.",
  "de": "Unsere Produkte sind allergenfrei, ausgenommen Milchkulturen.",
  "es": "Nuestros productos no contienen alérgenos, salvo los cultivos lácteos."}'),
('company', '{
  "en": "We have been in business since 1999 and are located in Quebec, Canada.",
  "fr-CA": "Nous sommes en affaires depuis 1999 et établis au Québec, au Canada.",
  "de": "Wir sind seit 1999 tätig und haben unseren Sitz in Quebec, Kanada.",
  "es": "Trabajamos desde 1999 y estamos en Quebec, Canadá."}'),
('hours', '{
  "en": "Customer service is there Monday to Friday, 8:30 to 17:00.",
  "fr-CA": "Le service à la clientèle est ouvert du lundi au vendredi, de 8 h 30 à 17 h.",
  "de": "Der Kundendienst ist Montag bis Freitag von 8:30 bis 17:00 Uhr da.",
  "es": "El servicio al cliente atiende de lunes a viernes, de 8:30 a 17:00."}');

-- Whoever can see anything can ask about it; which mode a company uses is for its own administrators to say.
update portal.roles set permissions = permissions || '{assistant.write}' where 'dashboard.read' = any (permissions);
update portal.roles set permissions = permissions || '{assistant.manage}' where key = 'tenant_admin';
