-- Which purchase order an order is: asked where the order leaves, and where upstream sends it again without a promised date.
create index purchase_orders_order on portal.purchase_orders (tenant_id, order_id) where order_id is not null;
