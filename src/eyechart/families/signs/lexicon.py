"""The words that names, streets, dishes, brands and numbers are made of. All invented, in both languages."""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


QUALITIES = _words(
    "Copper Silver Golden Crimson Velvet Amber Quiet Little Old"
    " Brave Lucky Rustic Hidden Wild Northern Gentle Bright Salty Merry"
    " Ivory Scarlet Paper Winter Morning Painted Lazy Royal Humble Sunny Roaming"
)
THINGS = _words(
    "Kettle Lantern Fox Anchor Willow Harbour Feather Orchard Sparrow Maple Compass Clover Badger Pebble Rocket Thimble Acorn"
    " Otter Meadow Bramble Button Ladder Heron Window Garden Teapot Barrel Whistle Saddle Candle"
)
FIRST_NAMES = _words(
    "Anna Ben Clara David Ella Frank Grace Henry Iris Jack Karen Leo"
    " Maria Nina Oscar Paula Rita Sam Tom Vera Walter Zoe Hugo Lucy"
)
SURNAMES = _words(
    "Hartley Finch Marlow Osgood Pennick Thackray Barlow Crane Dalton Ellery Foster Garrick Hobbs Ingram Jessop Kirby Lockwood"
    " Mercer Nolan Parrish Quinn Redfern Sutton Turner Vance Weller Yates Abbott Bishop Carver"
)
TOWN_HEADS = _words(
    "Ash Brack Elm Hol Wex Thorn Mar Lang Kirk Stan Dun Ox Red Fair Cold Win Hazel Stone Kings Swan Lin Pem Rush Al"
)
TOWN_TAILS = _words("ford holt bury combe wick ley mouth bridge dale stead ham ton field worth well minster")
STREET_HEADS = _words(
    "Willow Station Mill Church Park Victoria Chapel Orchard Bridge Castle Spring Market Garden Abbey Cedar Forge Priory Tanner"
    " Weaver Harbour Maple River Quarry Windmill"
)
STREET_TAILS = _words("Street Road Lane Avenue Close Way Row Terrace")
FLAVOURS = _words(
    "Ginger Lemon Smoked Roast Spicy Garlic Honey Grilled Herb Pepper Crispy Butter Sesame Chilli Baked Maple"
)
DISHES = _words(
    "Chicken Noodles Trout Tofu Salad Soup Prawns Lamb Rice Pie Beef Dumplings Mushrooms Pasta Duck Potatoes"
)
BRAND_HEADS = _words("Vel Nor Zan Lumi Bri Kora Tav Mel Oru Pal Sol Fen Dari Quo Hela Jun Ravi Tri Ula Wen")
BRAND_TAILS = _words("ora dal vo lex nia ta mo ris ello na zo via rin sa bo do")
STORIES = _words(
    "River Shadow Letter Garden Storm Winter Mirror Island Promise Voyage Clock Silence Bridge Orchard Wolf Harvest"
)
EVENT_HEADS = _words(
    "Jazz Winter Kite Folk Spring Poetry Tango Harvest Film Choir Chess Lantern Book Robot Comedy Flower"
)
EVENT_TAILS = _words("Night Festival Concert Fair Show Evening Party Weekend")
HALLS = _words("Theatre Hall Library Gardens Arena Gallery Club Museum")
FIRMS = _words("Design Legal Travel Dental Media Labs Studio Trading Finance Tailors")
PRESSES = _words("Press Books House Editions")
MONTHS = _words("January February March April May June July August September October November December")
WEEKDAYS = _words("Mon Tue Wed Thu Fri Sat Sun")

# concept: (English on a sign, Chinese on a sign, English in a question, Chinese in a question)
GOODS: dict[str, tuple[str, str, str, str]] = {
    "bread": ("Bread & Cakes", "面包糕点", "bread", "面包"),
    "books": ("Books & Maps", "图书地图", "books", "书"),
    "flowers": ("Fresh Flowers", "鲜花绿植", "flowers", "鲜花"),
    "tea": ("Tea & Teapots", "茶叶茶具", "tea", "茶叶"),
    "shoes": ("Shoes & Boots", "男女皮鞋", "shoes", "鞋"),
    "bicycles": ("Bicycle Sales", "自行车行", "bicycles", "自行车"),
    "toys": ("Toys & Games", "儿童玩具", "toys", "玩具"),
    "fish": ("Fresh Fish", "海鲜水产", "fish", "鱼"),
    "hats": ("Hats & Scarves", "帽子围巾", "hats", "帽子"),
    "paint": ("Paint & Brushes", "油漆涂料", "paint", "油漆"),
    "glasses": ("Eye Glasses", "眼镜验光", "glasses", "眼镜"),
    "watches": ("Watches & Clocks", "钟表维修", "watches", "钟表"),
    "furniture": ("Oak Furniture", "实木家具", "furniture", "家具"),
    "fruit": ("Fruit & Juice", "水果鲜榨", "fruit", "水果"),
    "cheese": ("Farm Cheese", "奶酪黄油", "cheese", "奶酪"),
    "guitars": ("Guitar Shop", "吉他乐器", "guitars", "吉他"),
    "medicine": ("Pharmacy", "平价药房", "medicine", "药"),
    "phones": ("Mobile Phones", "手机通讯", "mobile phones", "手机"),
    "wine": ("Fine Wines", "名酒专卖", "wine", "酒"),
    "stationery": ("Pens & Paper", "文具用品", "pens and paper", "文具"),
    "pets": ("Pet Supplies", "宠物用品", "things for pets", "宠物用品"),
    "candles": ("Candles & Soap", "香薰蜡烛", "candles", "蜡烛"),
    "tools": ("Tools & Hardware", "五金工具", "tools", "工具"),
    "carpets": ("Carpets & Rugs", "地毯窗帘", "carpets", "地毯"),
    "jewels": ("Gold & Silver", "珠宝首饰", "gold and silver", "珠宝"),
    "lamps": ("Lamps & Lights", "灯饰照明", "lamps", "灯具"),
    "bags": ("Bags & Cases", "箱包皮具", "bags", "箱包"),
    "cameras": ("Cameras", "照相器材", "cameras", "相机"),
    "umbrellas": ("Umbrellas", "雨伞雨衣", "umbrellas", "雨伞"),
    "pottery": ("Pots & Vases", "陶瓷花瓶", "pottery", "陶瓷"),
    "skis": ("Ski Hire", "滑雪装备", "skis", "滑雪装备"),
    "kites": ("Kites & Balloons", "风筝气球", "kites", "风筝"),
    "coffee": ("Coffee Beans", "现磨咖啡", "coffee", "咖啡"),
    "meat": ("Meat & Sausages", "鲜肉熟食", "meat", "肉"),
    "keys": ("Keys & Locks", "配匙开锁", "keys", "钥匙"),
    "baskets": ("Baskets", "竹编草编", "baskets", "竹篮"),
    "suits": ("Suits & Shirts", "西装衬衫", "suits", "西装"),
    "honey": ("Honey & Jam", "蜂蜜果酱", "honey", "蜂蜜"),
    "seeds": ("Seeds & Bulbs", "种子花肥", "seeds", "种子"),
    "mirrors": ("Mirrors", "镜子画框", "mirrors", "镜子"),
}
FRUIT: dict[str, tuple[str, str, str, str]] = {
    "apples": ("Apples", "苹果", "apples", "苹果"),
    "pears": ("Pears", "雪梨", "pears", "梨"),
    "plums": ("Plums", "李子", "plums", "李子"),
    "peaches": ("Peaches", "水蜜桃", "peaches", "桃子"),
    "cherries": ("Cherries", "樱桃", "cherries", "樱桃"),
    "oranges": ("Oranges", "橙子", "oranges", "橙子"),
    "lemons": ("Lemons", "柠檬", "lemons", "柠檬"),
    "grapes": ("Grapes", "葡萄", "grapes", "葡萄"),
    "melons": ("Melons", "甜瓜", "melons", "甜瓜"),
    "mangoes": ("Mangoes", "芒果", "mangoes", "芒果"),
    "kiwis": ("Kiwis", "猕猴桃", "kiwis", "猕猴桃"),
    "figs": ("Figs", "无花果", "figs", "无花果"),
    "carrots": ("Carrots", "胡萝卜", "carrots", "胡萝卜"),
    "onions": ("Onions", "洋葱", "onions", "洋葱"),
    "tomatoes": ("Tomatoes", "番茄", "tomatoes", "番茄"),
    "potatoes": ("Potatoes", "土豆", "potatoes", "土豆"),
    "cabbages": ("Cabbages", "卷心菜", "cabbages", "卷心菜"),
    "peppers": ("Peppers", "青椒", "peppers", "青椒"),
    "beetroots": ("Beetroots", "甜菜根", "beetroots", "甜菜根"),
    "radishes": ("Radishes", "白萝卜", "radishes", "白萝卜"),
    "apricots": ("Apricots", "杏子", "apricots", "杏子"),
    "limes": ("Limes", "青柠", "limes", "青柠"),
    "papayas": ("Papayas", "木瓜", "papayas", "木瓜"),
    "lychees": ("Lychees", "荔枝", "lychees", "荔枝"),
    "bananas": ("Bananas", "香蕉", "bananas", "香蕉"),
    "pineapples": ("Pineapples", "菠萝", "pineapples", "菠萝"),
    "coconuts": ("Coconuts", "椰子", "coconuts", "椰子"),
    "pumpkins": ("Pumpkins", "南瓜", "pumpkins", "南瓜"),
    "cucumbers": ("Cucumbers", "黄瓜", "cucumbers", "黄瓜"),
    "leeks": ("Leeks", "大葱", "leeks", "大葱"),
    "garlic": ("Garlic", "大蒜", "garlic", "大蒜"),
    "turnips": ("Turnips", "芜菁", "turnips", "芜菁"),
    "dates": ("Dates", "红枣", "dates", "枣"),
    "chestnuts": ("Chestnuts", "板栗", "chestnuts", "板栗"),
    "persimmons": ("Persimmons", "柿子", "persimmons", "柿子"),
    "pomelos": ("Pomelos", "柚子", "pomelos", "柚子"),
    "quinces": ("Quinces", "榅桲", "quinces", "榅桲"),
    "strawberries": ("Strawberries", "草莓", "strawberries", "草莓"),
    "mulberries": ("Mulberries", "桑葚", "mulberries", "桑葚"),
    "aubergines": ("Aubergines", "茄子", "aubergines", "茄子"),
}
FOODS: dict[str, tuple[str, str, str, str]] = {
    "apple juice": ("Apple Juice", "苹果汁", "apple juice", "苹果汁"),
    "green tea": ("Green Tea", "绿茶", "green tea", "绿茶"),
    "milk": ("Whole Milk", "纯牛奶", "milk", "牛奶"),
    "oats": ("Rolled Oats", "燕麦片", "oats", "燕麦片"),
    "ketchup": ("Ketchup", "番茄酱", "ketchup", "番茄酱"),
    "honey": ("Honey", "蜂蜜", "honey", "蜂蜜"),
    "coffee": ("Coffee", "咖啡", "coffee", "咖啡"),
    "rice": ("Jasmine Rice", "香米", "rice", "大米"),
    "sugar": ("Cane Sugar", "白砂糖", "sugar", "白砂糖"),
    "salt": ("Sea Salt", "海盐", "salt", "盐"),
    "yoghurt": ("Yoghurt", "酸奶", "yoghurt", "酸奶"),
    "biscuits": ("Biscuits", "饼干", "biscuits", "饼干"),
    "pasta": ("Spaghetti", "意大利面", "spaghetti", "意大利面"),
    "olive oil": ("Olive Oil", "橄榄油", "olive oil", "橄榄油"),
    "vinegar": ("Vinegar", "陈醋", "vinegar", "醋"),
    "soy sauce": ("Soy Sauce", "酱油", "soy sauce", "酱油"),
    "jam": ("Plum Jam", "李子酱", "jam", "果酱"),
    "peanuts": ("Peanuts", "花生米", "peanuts", "花生"),
    "chocolate": ("Chocolate", "巧克力", "chocolate", "巧克力"),
    "flour": ("Wheat Flour", "小麦粉", "flour", "面粉"),
    "corn": ("Sweet Corn", "甜玉米", "sweet corn", "玉米"),
    "beans": ("Red Beans", "红豆", "beans", "红豆"),
    "crackers": ("Crackers", "苏打饼", "crackers", "苏打饼"),
    "raisins": ("Raisins", "葡萄干", "raisins", "葡萄干"),
    "noodles": ("Egg Noodles", "挂面", "noodles", "面条"),
    "cocoa": ("Cocoa Powder", "可可粉", "cocoa", "可可粉"),
    "mustard": ("Mustard", "芥末酱", "mustard", "芥末"),
    "lentils": ("Green Lentils", "绿豆", "lentils", "绿豆"),
    "butter": ("Butter", "黄油", "butter", "黄油"),
    "cheese": ("Cheddar", "奶酪片", "cheese", "奶酪"),
    "almonds": ("Almonds", "杏仁", "almonds", "杏仁"),
    "water": ("Spring Water", "矿泉水", "water", "水"),
    "cola": ("Cherry Cola", "可乐", "cola", "可乐"),
    "pickles": ("Pickles", "泡菜", "pickles", "泡菜"),
    "seaweed": ("Seaweed", "紫菜", "seaweed", "紫菜"),
    "tuna": ("Tuna Chunks", "金枪鱼", "tuna", "金枪鱼"),
    "popcorn": ("Popcorn", "爆米花", "popcorn", "爆米花"),
    "syrup": ("Maple Syrup", "枫糖浆", "syrup", "糖浆"),
    "walnuts": ("Walnuts", "核桃仁", "walnuts", "核桃"),
    "muesli": ("Muesli", "坚果麦片", "muesli", "麦片"),
}
SUBJECTS: dict[str, tuple[str, str, str, str]] = {
    "piano": ("Piano Lessons", "钢琴课", "piano lessons", "钢琴课"),
    "cat": ("Lost Cat", "寻猫启事", "a lost cat", "走失的猫"),
    "dog": ("Lost Dog", "寻狗启事", "a lost dog", "走失的狗"),
    "flat": ("Flat to Let", "房屋出租", "a flat to let", "房屋出租"),
    "garage": ("Garage for Rent", "车库出租", "a garage for rent", "车库出租"),
    "bike": ("Bike for Sale", "转让单车", "a bike for sale", "转让单车"),
    "yoga": ("Yoga Class", "瑜伽班", "a yoga class", "瑜伽班"),
    "maths": ("Maths Tutor", "数学家教", "maths tuition", "数学家教"),
    "swimming": ("Swim Club", "游泳班", "a swimming club", "游泳班"),
    "keys": ("Keys Found", "拾到钥匙", "found keys", "拾到的钥匙"),
    "sofa": ("Sofa for Sale", "转让沙发", "a sofa for sale", "转让沙发"),
    "cleaning": ("House Cleaning", "家政保洁", "house cleaning", "家政保洁"),
    "plumber": ("Plumber", "疏通管道", "a plumber", "疏通管道"),
    "violin": ("Violin Lessons", "小提琴课", "violin lessons", "小提琴课"),
    "choir": ("Choir Practice", "合唱团", "choir practice", "合唱团"),
    "chess": ("Chess Club", "象棋社", "a chess club", "象棋社"),
    "babysitter": ("Babysitter", "育儿保姆", "a babysitter", "保姆"),
    "computer": ("Computer Repair", "电脑维修", "computer repair", "电脑维修"),
    "gardening": ("Gardening Help", "园艺养护", "help with gardening", "园艺养护"),
    "painting": ("Art Class", "美术班", "an art class", "美术班"),
    "french": ("French Lessons", "法语课", "French lessons", "法语课"),
    "moving": ("Van for Hire", "搬家租车", "a van for hire", "搬家租车"),
    "kittens": ("Free Kittens", "领养小猫", "free kittens", "领养小猫"),
    "cooking": ("Cooking Class", "烹饪班", "a cooking class", "烹饪班"),
    "typing": ("Typing Service", "打字复印", "a typing service", "打字复印"),
    "sewing": ("Sewing Circle", "缝纫小组", "a sewing circle", "缝纫小组"),
    "hiking": ("Hiking Group", "徒步小组", "a hiking group", "徒步小组"),
    "tennis": ("Tennis Partner", "招募球友", "a tennis partner", "招募球友"),
    "umbrella": ("Lost Umbrella", "寻伞启事", "a lost umbrella", "丢失的伞"),
    "parrot": ("Lost Parrot", "寻鸟启事", "a lost parrot", "走失的鸟"),
    "wallet": ("Wallet Found", "拾到钱包", "a found wallet", "拾到的钱包"),
    "shop": ("Shop to Let", "店面招租", "a shop to let", "店面招租"),
    "jumble": ("Jumble Sale", "旧物义卖", "a jumble sale", "旧物义卖"),
    "blood": ("Blood Drive", "无偿献血", "giving blood", "献血"),
    "drums": ("Drum Lessons", "架子鼓课", "drum lessons", "架子鼓课"),
    "dance": ("Dance Class", "舞蹈班", "a dance class", "舞蹈班"),
    "driver": ("Driver Wanted", "招聘司机", "a driver who is wanted", "招聘司机"),
    "cook": ("Cook Wanted", "招聘厨师", "a cook who is wanted", "招聘厨师"),
    "reading": ("Reading Group", "读书会", "a reading group", "读书会"),
    "photo": ("Photo Club", "摄影社", "a photo club", "摄影社"),
}
CONCEPTS = {"goods": GOODS, "fruit": FRUIT, "food": FOODS, "subject": SUBJECTS}

SHOP_HEADS = _words(
    "福满 云来 老街 竹里 青禾 月亮 向阳 小满 春风 如意 和顺 南山 听雨"
    " 半亩 知味 锦绣 同福 四季 梧桐 白鹭 橘子 晴天 拾光 望江 清风 百味"
)
SHOP_TAILS = _words("楼 坊 阁 轩 居 记 小铺 之家 商行 小馆 堂 铺子 生活馆 工坊")
SURNAMES_ZH = tuple("王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧")
GIVEN_ZH = _words(
    "小梅 建国 丽 伟 芳 志强 晓红 明 静 文博 海燕 雪 国栋 美玲 勇 婷婷 家豪 子涵 秀英 平 玉兰 俊杰 春生 思远 雨桐 立新"
)
TOWN_HEADS_ZH = tuple("青云石平安永南北东江白龙凤金清长大新古双红玉梅松")
TOWN_TAILS_ZH = tuple("溪山桥河湖阳林泉江州城口门岭滩塘坪湾")
STREET_HEADS_ZH = _words(
    "和平 人民 解放 建设 中山 长江 文化 胜利 新华 友谊 光明 幸福 朝阳 复兴 学府 滨河 迎宾 青年 花园 工业 民主 团结 科技 湖滨"
)
STREET_TAILS_ZH = _words("路 街 大道 东路 西路 北街 南路 中路 巷 胡同")
FLAVOURS_ZH = _words("葱油 红烧 清蒸 香辣 糖醋 蒜蓉 麻辣 干煸 酸菜 椒盐 咖喱 黑椒 酱爆 凉拌 铁板 孜然")
DISHES_ZH = _words("排骨 鲈鱼 豆腐 鸡丁 牛肉 茄子 虾仁 土豆 面条 炒饭 羊肉 肥肠 豆角 鸡翅 肉片 蘑菇")
BRAND_HEADS_ZH = tuple("云星乐悦康佳维森优米禾晨蓝绿欣")
BRAND_TAILS_ZH = tuple("朵宝源氏滋品悠果泉谷兰达尔恩奇")
STORY_HEADS_ZH = _words("山谷 雨夜 故乡 冬天 海边 远方 春天 长街 灯塔 森林 父亲 小镇 北方 星空 河流 旧城")
STORY_TAILS_ZH = _words("回声 来信 秘密 孩子 火车 月光 歌声 钟表 风筝 日记 雪花 旅人 影子 故事 约定 花园")
EVENT_HEADS_ZH = _words("春季 周末 古典 民谣 爵士 新年 中秋 青年 露天 国际 民族 经典 校园 社区 夏夜 儿童")
EVENT_TAILS_ZH = _words("音乐会 书展 画展 市集 讲座 电影节 灯会 话剧节 舞会 歌会")
HALLS_ZH = _words("剧院 礼堂 公园 广场 图书馆 体育馆 美术馆 文化宫")
FIRMS_ZH = _words("科技公司 设计公司 贸易公司 律师所 会计所 传媒公司 旅行社 牙科诊所 工作室 裁缝店")
PRESSES_ZH = _words("出版社 书局 书社 文艺社")
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"  # on plates: no I, O or Q, which look like digits
PROVINCES = tuple("京沪津渝冀晋辽吉苏浙皖闽赣鲁豫鄂湘粤琼川云陕甘")

# Colours that have one name in both languages, far enough apart to keep it under any light.
COLOURS: dict[str, tuple[str, str, str]] = {
    "red": ("#B8261F", "红色", "#FFFFFF"),
    "blue": ("#1F4F9E", "蓝色", "#FFFFFF"),
    "green": ("#1F7A41", "绿色", "#FFFFFF"),
    "yellow": ("#F0C022", "黄色", "#231F1A"),
    "white": ("#F3F1EA", "白色", "#20252B"),
    "black": ("#1D1F22", "黑色", "#F6E7B4"),
    "purple": ("#6B3A93", "紫色", "#FFFFFF"),
}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ORDINALS_ZH = ("一", "二", "三", "四", "五", "六", "七", "八")
